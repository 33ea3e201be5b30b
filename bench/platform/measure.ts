/** Times work and prints it: wall time (median, slowest) and the process's own CPU time, all threads, of one run. */
export async function measure(
  what: string,
  runs: number,
  work: (run: number) => Promise<unknown>,
): Promise<void> {
  const wallMs: number[] = [];
  const before = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    await work(run);
    wallMs.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(before);
  wallMs.sort((a, b) => a - b);
  const median = wallMs[Math.floor(runs / 2)] ?? 0;
  const slowest = wallMs.at(-1) ?? 0;
  const cpuMs = (user + system) / 1000 / runs;
  console.log(
    `${what}: median ${median.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms, CPU ${cpuMs.toFixed(1)} ms`,
  );
}
