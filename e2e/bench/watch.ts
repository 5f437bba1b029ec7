/** What a person would notice while something long is under way, sampled beside it. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

export const say = (what: string, figure: string) => console.log(`${what.padEnd(44)} ${figure}`)
export const whole = (value: number) => Math.round(value).toLocaleString('en')
export const megabytes = (bytes: number) => `${whole(bytes / 1e6)} MB`
export const quantiles = (milliseconds: number[]) => {
  const sorted = milliseconds.toSorted((one, other) => one - other)
  const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1)
  return `p50 ${at(0.5)}  p95 ${at(0.95)}  worst ${at(1)} ms`
}

interface Watched {
  milliseconds: number
}

/** Between two looks, in milliseconds. */
const pause = 50

/**
 * Carries something out while `search` is asked again and again, and says how that went: the time searches took, the
 * memory of this process, and how late this thread, which is the one the screens talk to, came to its next turn.
 */
export async function watch(
  action: () => Promise<unknown>,
  search: (turn: number) => Promise<unknown>,
): Promise<Watched> {
  const latencies: number[] = []
  const memory: { at: number; rss: number }[] = []
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const start = performance.now()
  let running = true
  delay.enable()
  const looking = (async () => {
    for (let turn = 0; running; turn++) {
      memory.push({ at: performance.now() - start, rss: process.memoryUsage().rss })
      const asked = performance.now()
      await search(turn)
      latencies.push(performance.now() - asked)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  })()
  try {
    await action()
  } finally {
    running = false
    await looking
    delay.disable()
  }
  const milliseconds = performance.now() - start
  const peakOf = (part: number) =>
    Math.max(...memory.filter(({ at }) => at >= milliseconds * part).map(({ rss }) => rss), 0)
  const before = Math.max(
    ...memory.filter(({ at }) => at <= milliseconds / 10).map(({ rss }) => rss),
    memory[0]?.rss ?? 0,
  )
  say(
    '  memory: a tenth in, peak, peak of the end',
    [before, peakOf(0), peakOf(0.9)].map(megabytes).join(', '),
  )
  say('  search meanwhile', `${quantiles(latencies)} (${latencies.length})`)
  say(
    '  this thread late by',
    `p50 ${(delay.percentile(50) / 1e6).toFixed(1)}  p99 ${(delay.percentile(99) / 1e6).toFixed(1)}  most ${(delay.max / 1e6).toFixed(1)} ms`,
  )
  return { milliseconds }
}
