//! Bounds the memory of the module: a page that takes more is ended by phones without a word.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo::rustc-cdylib-link-arg=--max-memory={}", 512 << 20);
    }
}
