class SampleTest {
  public static class Person {
    public static final String SPECIES = "human";

    public String city;
    private String name;
    private int age;
    private String[] languages;

    public Person() {}

    public Person(String name, int age) {
      this.name = name;
      this.age = age;
    }

    public String getName() {
      return name;
    }

    public int getAge() {
      return age;
    }

    public void setAge(int age) {
      this.age = age;
    }

    public String[] getLanguages() {
      return languages;
    }

    public void setLanguages(String[] languages) {
      this.languages = languages;
    }
  }
}
