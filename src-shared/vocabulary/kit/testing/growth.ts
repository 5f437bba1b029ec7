/** Measures how the time of an operation grows with its input size. For tests only. */

/** Minimum milliseconds; shorter times are noise and are raised to this. */
const minTime = 2
const attempts = 5
/** The sizes measured, as multiples of the given one. */
const multiples = [0.5, 2, 8]
/** Four times the size takes four times as long if work is linear, and sixteen times if it is quadratic. */
const maxRatio = 8

interface Growth {
  /** Milliseconds of this thread's processor at half, twice and eight times the size. */
  times: [number, number, number]
  isLinear: boolean
}

/**
 * Runs an operation at half, twice and eight times the size, and checks whether a factor of four takes less than
 * eight times as long. The last step or the average of both steps must pass, because collecting garbage can triple
 * the time of one run; quadratic work fails both. While the check fails, the measurement is repeated and the
 * shortest time of each size is kept, because other programs can only make work slower. `prepare` is not measured.
 */
export function growthOf<T>(prepare: (n: number) => T, work: (input: T) => void, n: number): Growth {
  let growth = notMeasured
  for (let attempt = 0; attempt < attempts && !growth.isLinear; attempt += 1) {
    const measured = multiples.map((multiple) => {
      const input = prepare(Math.ceil(n * multiple))
      const before = process.threadCpuUsage()
      work(input)
      return spentSince(before)
    })
    growth = shortest(growth, measured)
  }
  return growth
}

/** Like `growthOf`, for asynchronous work on files and streams. */
export async function growthOfReading<T>(
  prepare: (n: number) => T,
  work: (input: T) => Promise<unknown>,
  n: number,
): Promise<Growth> {
  let growth = notMeasured
  for (let attempt = 0; attempt < attempts && !growth.isLinear; attempt += 1) {
    const measured: number[] = []
    for (const multiple of multiples) {
      const input = prepare(Math.ceil(n * multiple))
      const before = process.threadCpuUsage()
      await work(input)
      measured.push(spentSince(before))
    }
    growth = shortest(growth, measured)
  }
  return growth
}

const notMeasured: Growth = { times: [Infinity, Infinity, Infinity], isLinear: false }

function shortest({ times: earlier }: Growth, measured: number[]): Growth {
  const [small, middle, large] = earlier.map((time, index) => Math.min(time, measured[index] ?? time))
  const times: Growth['times'] = [small ?? Infinity, middle ?? Infinity, large ?? Infinity]
  const isBelow = (before: number, ratio: number): boolean => times[2] < ratio * Math.max(before, minTime)
  return { times, isLinear: isBelow(times[1], maxRatio) || isBelow(times[0], maxRatio ** 2) }
}

function spentSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
