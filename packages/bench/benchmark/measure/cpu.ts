/** CPU time of the whole process in milliseconds; other programs do not disturb it. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
