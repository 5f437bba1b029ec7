/** Measures how the time of an operation grows with its input size. For tests only. */

/** Minimum milliseconds; shorter times are noise and are raised to this. */
const least = 6
const attempts = 3

interface Growth {
  /** Milliseconds of this thread's processor at one, two and four times the size. */
  times: [number, number, number]
  isLinear: boolean
}

/**
 * Runs an operation at `n`, 2 `n` and 4 `n`, and checks whether four times the size takes less than eight
 * times as long: linear work takes four times, quadratic sixteen. A failed measurement is repeated, because
 * other programs may have interfered. `prepare` is not measured.
 */
export function growthOf<T>(prepare: (n: number) => T, work: (input: T) => void, n: number): Growth {
  let growth: Growth = { times: [0, 0, 0], isLinear: false }
  for (let attempt = 0; attempt < attempts && !growth.isLinear; attempt += 1) {
    const times: Growth['times'] = [
      time(prepare(n), work),
      time(prepare(2 * n), work),
      time(prepare(4 * n), work),
    ]
    growth = { times, isLinear: times[2] < 8 * Math.max(times[0], least) }
  }
  return growth
}

/** Like `growthOf`, for asynchronous work on files and streams. */
export async function growthOfReading<T>(
  prepare: (n: number) => T,
  work: (input: T) => Promise<unknown>,
  n: number,
): Promise<Growth> {
  let growth: Growth = { times: [0, 0, 0], isLinear: false }
  for (let attempt = 0; attempt < attempts && !growth.isLinear; attempt += 1) {
    const times: number[] = []
    for (const size of [n, 2 * n, 4 * n]) {
      const input = prepare(size)
      const before = process.threadCpuUsage()
      await work(input)
      times.push(spentSince(before))
    }
    const [one = 0, two = 0, four = 0] = times
    growth = { times: [one, two, four], isLinear: four < 8 * Math.max(one, least) }
  }
  return growth
}

function time<T>(input: T, work: (input: T) => void): number {
  const before = process.threadCpuUsage()
  work(input)
  return spentSince(before)
}

function spentSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
