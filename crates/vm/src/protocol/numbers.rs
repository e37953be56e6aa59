//! The numbers in messages. Each group of numbers is a module. The build script generates the modules from
//! the runner's `Protocol.java`.

include!(concat!(env!("OUT_DIR"), "/protocol.rs"));

#[cfg(test)]
mod tests {
    use super::GROUPS;

    #[test]
    fn no_number_and_no_name_occurs_twice_in_a_group() {
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
