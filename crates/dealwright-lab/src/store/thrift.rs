//! The headers of a Parquet file as a tree: Thrift's compact protocol, as far as it is needed to look at numbers and lengths
//! before anything is made of them. It takes no more memory than a small multiple of the bytes it is given.

/// One value. What nobody asks for is [`Item::Other`].
pub enum Item<'a> {
    Number(i64),
    Bytes(&'a [u8]),
    List(Vec<Item<'a>>),
    Struct(Fields<'a>),
    Other,
}

/// The fields of a struct by their numbers.
pub struct Fields<'a>(Vec<(i16, Item<'a>)>);

/// Structs within structs that are followed; Parquet has five.
const DEEPEST: u32 = 12;

impl<'a> Fields<'a> {
    /// The fields of a struct that begins here, and the bytes it takes. None where the bytes are no such thing.
    pub fn read(bytes: &'a [u8]) -> Option<(Self, usize)> {
        let mut reader = Reader { bytes, at: 0 };
        let fields = reader.fields(DEEPEST)?;
        Some((fields, reader.at))
    }

    fn get(&self, number: i16) -> Option<&Item<'a>> {
        // A field that stands there twice has no one meaning.
        let mut found = self.0.iter().filter(|(field, _)| *field == number).map(|(_, item)| item);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Whether there is a field of this number.
    pub fn has(&self, number: i16) -> bool {
        self.0.iter().any(|(field, _)| *field == number)
    }

    pub fn number(&self, number: i16) -> Option<i64> {
        if let Item::Number(value) = self.get(number)? { Some(*value) } else { None }
    }

    /// A number that is not below 0.
    pub fn count(&self, number: i16) -> Option<u64> {
        u64::try_from(self.number(number)?).ok()
    }

    pub fn bytes(&self, number: i16) -> Option<&'a [u8]> {
        if let Item::Bytes(value) = self.get(number)? { Some(value) } else { None }
    }

    pub fn fields(&self, number: i16) -> Option<&Fields<'a>> {
        if let Item::Struct(value) = self.get(number)? { Some(value) } else { None }
    }

    /// A list of structs.
    pub fn list(&self, number: i16) -> Option<Vec<&Fields<'a>>> {
        let Item::List(items) = self.get(number)? else { return None };
        items.iter().map(|item| if let Item::Struct(fields) = item { Some(fields) } else { None }).collect()
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn take(&mut self, count: u64) -> Option<&'a [u8]> {
        let end = self.at.checked_add(usize::try_from(count).ok()?)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    fn signed(&mut self) -> Option<i64> {
        let value = self.varint()?;
        Some((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    fn fields(&mut self, depth: u32) -> Option<Fields<'a>> {
        let depth = depth.checked_sub(1)?;
        let mut fields = Vec::new();
        let mut number = 0i16;
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Some(Fields(fields));
            }
            number = match head >> 4 {
                0 => i16::try_from(self.signed()?).ok()?,
                step => number.checked_add(step.into())?,
            };
            // A field that is true or false has its value in its kind.
            let item = if matches!(head & 15, 1 | 2) { Item::Other } else { self.item(head & 15, depth)? };
            fields.push((number, item));
        }
    }

    fn item(&mut self, kind: u8, depth: u32) -> Option<Item<'a>> {
        match kind {
            1..=3 => self.byte().map(|_| Item::Other),
            4..=6 => self.signed().map(Item::Number),
            7 => self.take(8).map(|_| Item::Other),
            8 => {
                let length = self.varint()?;
                self.take(length).map(Item::Bytes)
            }
            9 | 10 => {
                let depth = depth.checked_sub(1)?;
                let head = self.byte()?;
                let count = if head >> 4 == 15 { self.varint()? } else { u64::from(head >> 4) };
                // Whatever is in it takes a byte at least.
                if count > (self.bytes.len() - self.at) as u64 {
                    return None;
                }
                (0..count).map(|_| self.item(head & 15, depth)).collect::<Option<_>>().map(Item::List)
            }
            12 => self.fields(depth).map(Item::Struct),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_number_and_nothing_is_read_beyond_the_end() {
        // 1: -3, 2: "ab", 5: a list of one struct with 1: 300, and the end.
        let bytes = [0x15, 0x05, 0x18, 0x02, b'a', b'b', 0x39, 0x1c, 0x16, 0xd8, 0x04, 0x00, 0x00];
        let (fields, length) = Fields::read(&bytes).unwrap();
        assert_eq!((fields.number(1), fields.count(1), length), (Some(-3), None, bytes.len()));
        assert_eq!(fields.bytes(2), Some(&b"ab"[..]));
        assert_eq!(fields.list(5).unwrap()[0].count(1), Some(300));
        for end in 0..bytes.len() {
            assert!(Fields::read(&bytes[..end]).is_none(), "{end}");
        }
        // A text of 2^62 bytes, a list of 2^40 entries, a hundred structs within each other.
        let long = [0x18, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x3f, 0x00];
        assert!(Fields::read(&long).is_none());
        assert!(Fields::read(&[0x19, 0xf3, 0x80, 0x80, 0x80, 0x80, 0x80, 0x40, 0x00]).is_none());
        assert!(Fields::read(&[0x1c; 100]).is_none());
    }
}
