#!/bin/sh
# Generates tests for real projects, and measures them in the projects' own builds before and after.
# Usage: scripts/projects.sh FOLDER PROJECT TESTUDO_OPTIONS...
# PROJECT is commons-cli, commons-codec, joda-time, gson, commons-bcel or re2j. The script clones the project into
# FOLDER/PROJECT, unless this folder exists. It prints the coverage that JaCoCo reports, the mutation score that PIT
# reports (not for re2j), and the time of the run. Maven 3.9 or later (for re2j: Gradle 4.4), a JDK and the program `testudo` must be on
# the PATH. The variable PIT names a folder with the jars of PIT's command line and of pitest-junit5-plugin; without it,
# PIT does not run. See docs/projects.md.
set -eu

scripts=$(cd "$(dirname "$0")" && pwd)
jacoco=org.jacoco:jacoco-maven-plugin:0.8.12
folder=$1 project=$2
shift 2
tests='' csv=target/site/jacoco/jacoco.csv in_environment=''
case $project in
    commons-cli)
        url=https://github.com/apache/commons-cli commit=0a68ae0e module=.
        # The parent of the project starts JaCoCo's agent itself.
        properties='-Drat.skip=true' agent='' report=jacoco:report
        packages='org.apache.commons.cli' ;;
    commons-codec)
        url=https://github.com/apache/commons-codec commit=8dcd16b7 module=.
        # One test needs nearly the whole default heap of 6 GB.
        properties='-Drat.skip=true' tests='-Dtest=*Test,!Base64Test#testCodec265*' agent='' report=jacoco:report
        packages='org.apache.commons.codec' ;;
    joda-time)
        url=https://github.com/JodaOrg/joda-time commit=7088d772 module=.
        # The project uses JUnit 3 and Java 5. Its build runs only one test class, which names the other test classes.
        # MainTest is a program.
        properties='-Dmaven.compiler.source=8 -Dmaven.compiler.target=8 -Djunit.version=4.13.2'
        tests='-Dtest=TestAllPackages,*Test,!MainTest'
        agent=$jacoco:prepare-agent report=$jacoco:report in_environment=1
        packages='org.joda.time' ;;
    gson)
        url=https://github.com/google/gson commit=9835b6f9 module=gson
        properties='' agent=$jacoco:prepare-agent report=$jacoco:report in_environment=1
        packages='com.google.gson' ;;
    commons-bcel)
        url=https://github.com/apache/commons-bcel commit=8cc1024e module=.
        properties='-Drat.skip=true' agent='' report=jacoco:report
        packages='org.apache.bcel' ;;
    re2j)
        url=https://github.com/google/re2j commit=951a615 module=.
        properties='' agent='' report=jacocoTestReport csv=build/reports/jacoco/test/jacocoTestReport.csv
        packages='com.google.re2j' ;;
    *) echo "projects.sh: unknown project $project; see the first lines of this script" >&2; exit 2 ;;
esac

# say TEXT: prints a result.
say() { printf '%s: %s\n' "$project" "$*"; }

# build GOAL...: runs the build tool for the measured module and the modules that it needs.
build() {
    if [ "$project" = re2j ]; then
        gradle -q --no-daemon "$@" >> build.log 2>&1
        return
    fi
    # shellcheck disable=SC2086
    mvn -q -B $properties $tests -pl "$module" -am "$@" >> build.log 2>&1
}

# with_agent COMMAND...: runs a command so that its JVMs start JaCoCo's agent, if the project itself sets the arguments
# of the JVM of the tests.
with_agent() {
    if [ -z "$in_environment" ]; then
        "$@"
        return
    fi
    jar=$HOME/.m2/repository/org/jacoco/org.jacoco.agent/0.8.12/org.jacoco.agent-0.8.12-runtime.jar
    [ -e "$jar" ] || build $agent
    JAVA_TOOL_OPTIONS="-javaagent:$jar=destfile=$PWD/$module/target/jacoco.exec,includes=$packages.*" "$@"
}

# covered LABEL: runs all tests in the project's build, and prints the coverage that JaCoCo reports.
covered() {
    # shellcheck disable=SC2086
    with_agent build $agent test && build $report || { say "$1: the build fails; see $PWD/build.log"; exit 1; }
    awk -F, -v label="$project: $1" 'NR > 1 { bm += $6; bc += $7; lm += $8; lc += $9 }
        END { printf "%s: branches %d of %d (%.1f %%), lines %d of %d (%.1f %%)\n", label, bc, bm + bc, 100 * bc / (bm + bc), lc, lm + lc, 100 * lc / (lm + lc) }' \
        "$module/$csv"
}

# mutated LABEL: prints the mutation score that PIT reports.
mutated() {
    [ -n "${PIT:-}" ] && [ "$project" != re2j ] || return 0
    build dependency:build-classpath -Dmdep.outputFile="$PWD/classpath" -Dmdep.includeScope=test
    path=$module/target/classes:$module/target/test-classes:$(cat classpath)
    # Surefire adds the launcher of the JUnit platform itself. It lies beside the other jars of the platform.
    path=$path:$(tr : '\n' < classpath | grep junit-platform-commons | sed 's/junit-platform-commons/junit-platform-launcher/g')
    # The plugin for JUnit 5 needs JUnit 5.
    plugin=$(grep -q junit-jupiter classpath || echo pitest-junit5-plugin)
    pit=$(find "$PIT" -name '*.jar' | grep -v "${plugin:-no plugin}" | tr '\n' :)
    java -cp "$pit$path" org.pitest.mutationtest.commandline.MutationCoverageReport \
        --classPath "$(printf %s "$path" | tr : ,)" --targetClasses "$packages.*" --targetTests "$packages.*" \
        --sourceDirs "$module/src/main/java" --reportDir pit --timestampedReports=false --outputFormats CSV \
        --threads 2 --skipFailingTests=true > "pit-$1.log" 2>&1 || { say "$1: PIT fails; see $PWD/pit-$1.log"; return 0; }
    say "$1: $(grep '^>> Generated .* mutations' "pit-$1.log")"
}

if [ ! -d "$folder/$project" ]; then
    git clone -q "$url" "$folder/$project"
    git -C "$folder/$project" checkout -q "$commit"
fi
cd "$folder/$project"
if [ "$project" = re2j ]; then
    cp "$scripts/re2j.gradle" build.gradle
    rm -rf gradlew settings.gradle benchmarks
fi
covered before
mutated before
start=$(date +%s)
# shellcheck disable=SC2086
testudo generate $properties --json "$@" > testudo.json 2> testudo.log || say "testudo ends with exit code $?"
say "testudo: $(($(date +%s) - start)) s, $(grep -c '"status":"written"' testudo.json) test files," \
    "$(grep -o '"refused":\[[^]]*\]' testudo.json | grep -o '"reason"' | wc -l) refused tests"
covered after
mutated after
