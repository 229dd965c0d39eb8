//! The allocator of the dealwright programs.
//!
//! Searches take memory in small pieces most of the time, which mimalloc hands out fastest. But it keeps what is freed
//! for a second or so, in case it is wanted again, and a search that has grown large frees tables of many megabytes all
//! the while. With several threads that came to four times the limit that `--max-memory` sets, although no more was ever in
//! use. So blocks of half a megabyte and more come from the system's allocator and go back to the system as soon as they
//! are freed. That costs large searches 3 to 5% of their time, because new memory has to be cleared, and small ones nothing.

use mimalloc::MiMalloc;
use std::alloc::{GlobalAlloc, Layout, System};

/// Bytes from which on a block comes from the system. Up to here mimalloc keeps several blocks on one of its pages;
/// beyond, each has pages of its own, which it would keep for a while after they are freed.
pub const LARGE: usize = 512 << 10;

/// mimalloc for small blocks, the system for large ones.
pub struct Allocator;

fn is_large(layout: &Layout) -> bool {
    layout.size() >= LARGE
}

// SAFETY: each block is given, changed and taken back by the same one of two allocators that keep the contract
// themselves: which one is told by the size in its layout, and callers must give the layout the block was made with.
// Blocks whose size passes the limit are copied from one to the other.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract.
        unsafe { if is_large(&layout) { System.alloc(layout) } else { MiMalloc.alloc(layout) } }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract.
        unsafe { if is_large(&layout) { System.alloc_zeroed(layout) } else { MiMalloc.alloc_zeroed(layout) } }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract, so the layout tells where the block came from.
        unsafe {
            if is_large(&layout) { System.dealloc(block, layout) } else { MiMalloc.dealloc(block, layout) }
        }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        match (is_large(&layout), new_size >= LARGE) {
            // SAFETY: the caller keeps the contract, and the block stays with the allocator it came from.
            (false, false) => unsafe { MiMalloc.realloc(block, layout, new_size) },
            // SAFETY: the same.
            (true, true) => unsafe { System.realloc(block, layout, new_size) },
            _ => {
                // SAFETY: the caller promises that the new size is not 0 and, rounded up to the alignment, fits; the new
                // block is another one than the old, and both are at least as long as what is copied.
                unsafe {
                    let new_layout = Layout::from_size_align_unchecked(new_size, layout.align());
                    let new = self.alloc(new_layout);
                    if !new.is_null() {
                        std::ptr::copy_nonoverlapping(block, new, layout.size().min(new_size));
                        self.dealloc(block, layout);
                    }
                    new
                }
            }
        }
    }
}

/// To be called once when a program begins: large blocks are given back for good. By default glibc raises its own limit as
/// soon as a large block is freed, and keeps those that come after. Elsewhere there is nothing to do.
pub fn give_large_blocks_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: mallopt may be called at any time; 256 KiB is a limit that it takes.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, (LARGE / 2) as libc::c_int);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[global_allocator]
    static ALLOCATOR: Allocator = Allocator;

    #[test]
    fn blocks_keep_what_is_in_them_while_they_grow_and_shrink_across_the_limit() {
        give_large_blocks_back();
        let sizes = [1, 100, LARGE - 1, LARGE, LARGE + 1, 5 * LARGE, LARGE, LARGE - 1, 7, 3 * LARGE, 40];
        let mut block: Vec<u8> = Vec::new();
        let byte = |at: usize| (at % 251) as u8;
        for size in sizes {
            let known = block.len().min(size);
            block.truncate(size);
            block.shrink_to_fit();
            assert!(block.iter().enumerate().all(|(at, &found)| found == byte(at)), "{size}");
            block.reserve_exact(size - known);
            block.extend((known..size).map(byte));
            assert!(block.iter().enumerate().all(|(at, &found)| found == byte(at)), "{size}");
        }
    }

    #[test]
    fn zeroed_blocks_are_zero_though_used_ones_were_freed_before() {
        for size in [10, LARGE - 8, LARGE, 3 * LARGE] {
            drop(vec![7u8; size]);
            assert!(vec![0u8; size].iter().all(|&byte| byte == 0), "{size}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn large_blocks_go_back_to_the_system_at_once_from_whatever_thread_they_are_freed() {
        give_large_blocks_back();
        let resident = || -> u64 {
            let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
            line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).expect("VmRSS")
        };
        let before = resident();
        for megabytes in [1, 3, 20, 40, 5, 31, 1, 64] {
            let block = vec![1u8; megabytes << 20];
            std::thread::spawn(move || drop(block)).join().expect("a thread");
            let more = resident().saturating_sub(before);
            assert!(more < 4 << 10, "{more} kB are kept after {megabytes} MB were freed");
        }
    }
}
