#!/bin/sh
# Starts Slurm on this machine, to test the profile slurm: one slurmctld, and one slurmd for each node. All nodes share
# this machine. Without munge and accounting, this Slurm is only for tests.
# Usage: ./x lab slurm [NODES] (4 by default). Ctrl-C ends Slurm and all its jobs.
set -eu

nodes=${1:-4}
for program in slurmctld slurmd sbatch; do
    command -v $program >/dev/null ||
        { echo "lab: $program is missing; on Debian, run: apt-get install slurm-wlm" >&2; exit 1; }
done
case $nodes in
    '' | 0 | *[!0-9]*) echo "lab: $nodes is not a number of nodes; use ./x lab slurm [NODES]" >&2; exit 2 ;;
esac

folder=$(mktemp -d "${TMPDIR:-/tmp}/testudo-slurm-XXXXXX")
user=$(id -un)
host=$(hostname -s)
cpus=$(nproc)
cat >"$folder/slurm.conf" <<CONF
ClusterName=testudo
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
AuthType=auth/none
CredType=cred/none
SlurmUser=$user
SlurmdUser=$user
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SlurmdTimeout=20
ReturnToService=2
MaxJobCount=200000
# Finished jobs must remain visible for squeue.
MinJobAge=3600
SchedulerParameters=sched_min_interval=1000000
NodeName=node[1-$nodes] NodeHostname=$host NodeAddr=127.0.0.1 Port=[16901-$((16900 + nodes))] CPUs=$cpus RealMemory=100000
PartitionName=lab Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
mkdir "$folder/state" "$folder/bin"
export SLURM_CONF="$folder/slurm.conf"
# Snakemake removes the variable SLURM_CONF from the environment of jobs. Therefore these scripts set it.
for program in sbatch scancel scontrol sinfo squeue srun; do
    printf '#!/bin/sh\nSLURM_CONF=%s exec %s "$@"\n' "$SLURM_CONF" "$(command -v $program)" >"$folder/bin/$program"
    chmod +x "$folder/bin/$program"
done

# end: ends all daemons, the controller last, so that the nodes can report their jobs.
end() {
    trap - INT TERM EXIT
    scancel --user "$user" 2>/dev/null || true
    for pid in "$folder"/node*.pid "$folder/slurmctld.pid"; do
        [ ! -s "$pid" ] || kill "$(cat "$pid")" 2>/dev/null || true
    done
    echo "lab: Slurm ended; its logs are in $folder" >&2
}
trap end EXIT
trap 'exit 130' INT TERM

slurmctld
number=1
while [ "$number" -le "$nodes" ]; do
    mkdir "$folder/node$number"
    slurmd -N "node$number"
    number=$((number + 1))
done
cat <<TEXT
lab: Slurm runs with $nodes nodes. In another terminal, run:

    export PATH=$folder/bin:\$PATH
    sinfo
    ./x lab STUDY --profile slurm

To test the loss of a node, end one slurmd: kill -9 \$(cat $folder/node1.pid)
TEXT
# A shell runs traps while it waits, but not while it runs a program.
while :; do sleep 3600 & wait $!; done
