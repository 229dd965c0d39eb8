//! Prints what the page knows of the games before any desk is there: the answer to the question `games`.

use dealwright::Registry;
use dealwright_desk::{Budget, answer};

fn main() -> Result<(), dealwright::InvalidInput> {
    println!("{}", answer(&Registry::standard(), "games", "{}", &Budget::whole())?);
    Ok(())
}
