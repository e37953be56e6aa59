//! The numbers that encode kinds of messages, statements and values. Each group of numbers is a module. The
//! build script generates these modules from the runner's `Protocol.java`.

include!(concat!(env!("OUT_DIR"), "/protocol.rs"));

#[cfg(test)]
mod tests {
    use super::GROUPS;

    #[test]
    fn numbers_and_names_are_unique_in_each_group() {
        assert!(!GROUPS.is_empty());
        for (group, constants) in GROUPS {
            assert!(!constants.is_empty(), "{group}");
            for (index, (name, number)) in constants.iter().enumerate() {
                let is_same = |(other, it): &&(&str, u8)| it == number || other == name;
                assert_eq!(constants[..index].iter().find(is_same), None, "{group}.{name}");
            }
        }
    }
}
