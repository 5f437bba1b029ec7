/** What a script can check of the app on a real machine. Each check returns what it saw, or throws. */
import { setTimeout as delay } from 'node:timers/promises'
import { memoryLimits } from '../../src-main/platform/memory/memory-limits.ts'
import type { OpenedApp } from './opened-app.ts'

type Check = (app: OpenedApp) => Promise<string>

const pictures = 50
const reloads = 20
/** Milliseconds. */
const sampleTime = 180_000
const maxEndTime = 20_000

/** Loads the sample, then decodes and shows its pictures in the page. */
async function showPictures({ page }: OpenedApp): Promise<string> {
  await page.getByRole('button', { name: 'Try the sample' }).click()
  const deadline = Date.now() + sampleTime
  for (;;) {
    const shown = await page.evaluate(async (wanted) => {
      const body = JSON.stringify({
        json: { text: '', brandIds: [], manufacturerIds: [], offset: 0, limit: 300 },
      })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('/rpc/catalog/search', { method: 'POST', headers, body })
      const { rows = [] }: { rows?: { thumbnail?: string }[] } = (await answer.json()).json ?? {}
      const addresses = rows.flatMap(({ thumbnail }) => thumbnail ?? []).slice(0, wanted)
      const loaded = addresses.map(
        (address) =>
          new Promise<number>((resolve) => {
            const image = new Image()
            image.onload = () => resolve(image.naturalWidth > 0 ? 1 : 0)
            image.onerror = () => resolve(0)
            // The preview is made on request, the thumbnail when the picture arrives.
            image.src = address.replace(/thumbnail$/, 'preview')
          }),
      )
      return (await Promise.all(loaded)).reduce((sum, one) => sum + one, 0)
    }, pictures)
    if (shown >= pictures) return `${shown} pictures were decoded and shown`
    if (Date.now() > deadline) throw new Error(`only ${shown} of ${pictures} pictures were shown`)
    await delay(2000)
  }
}

/** On Linux, the native build of the image library must not be in the process, because it brings its own glib. */
async function readMaps({ electron }: OpenedApp): Promise<string> {
  const maps = await electron.evaluate(async () => {
    const { readFileSync } = process.getBuiltinModule('node:fs')
    return process.platform === 'linux' ? readFileSync('/proc/self/maps', 'utf8') : undefined
  })
  if (maps === undefined) return 'not on Linux: nothing to look at'
  const files = [...new Set(maps.match(/\/\S*\.(?:node|so)\b\S*/g) ?? [])]
  const clashing = files.filter((file) => /libvips|sharp-linux/.test(file))
  if (clashing.length > 0) throw new Error(`the native image library is loaded: ${clashing.join(', ')}`)
  const own = files.filter((file) => file.endsWith('.node'))
  return `no native image library; modules: ${own.join(', ') || 'none'}`
}

/** Each thread must have logged its heap once, with the limit of its role. */
async function readHeaps({ electron, log }: OpenedApp): Promise<string> {
  if ((await electron.evaluate(() => typeof globalThis.gc)) !== 'function')
    throw new Error('garbage collection is not available in the main process')
  const heaps = log().filter(({ msg }) => msg === 'the heap of a thread')
  const seen = heaps.map(({ role, heap }) => {
    const { heap_size_limit: bytes } = heap as { heap_size_limit: number }
    return { role: String(role), megabytes: Math.round(bytes / 2 ** 20) }
  })
  for (const role of ['main', 'writer', 'reader'])
    if (!seen.some((one) => one.role === role)) throw new Error(`the thread "${role}" has logged no heap`)
  for (const { role, megabytes } of seen) {
    const limit: number | undefined = memoryLimits.oldObjects[role as keyof typeof memoryLimits.oldObjects]
    // V8 adds the space of young objects, three times.
    if (limit !== undefined && megabytes > limit + 3 * memoryLimits.youngObjects)
      throw new Error(`the thread "${role}" may use ${megabytes} MB instead of ${limit}`)
  }
  return seen.map(({ role, megabytes }) => `${role} ${megabytes} MB`).join(', ')
}

/** The headers of a request on the app's scheme, in a session of its own. */
async function readHeaders({ electron }: OpenedApp): Promise<string> {
  const seen = await electron.evaluate(async ({ BrowserWindow, session }) => {
    const requests: string[] = []
    session.fromPartition('first-run').protocol.handle('app', ({ method, headers }) => {
      const shown = ['origin', 'sec-fetch-site'].map((name) => `${name}: ${headers.get(name) ?? 'absent'}`)
      requests.push(`${method} with ${shown.join(', ')}`)
      return new Response('<p>', { headers: { 'content-type': 'text/html' } })
    })
    const window = new BrowserWindow({ show: false, webPreferences: { partition: 'first-run' } })
    await window.loadURL('app://desk/')
    await window.webContents.executeJavaScript("fetch('/', { method: 'POST', body: '{}' }).then(() => 1)")
    window.destroy()
    return requests
  })
  return seen.join('; ')
}

/** Every page has a long poll, which must end with it. */
async function countPolls({ electron, page }: OpenedApp): Promise<string> {
  const timers = () =>
    electron.evaluate(() => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length)
  const reload = async (): Promise<void> => {
    await page.reload()
    await page.getByRole('navigation').first().waitFor()
    // The page polls once it is shown.
    await delay(500)
  }
  await reload()
  const before = await timers()
  for (let count = 0; count < reloads; count++) await reload()
  const after = await timers()
  if (after - before > reloads / 4)
    throw new Error(`${reloads} reloads left ${after - before} timers: long polls outlive their pages`)
  return `${reloads} reloads: ${before} timers before, ${after} after`
}

async function end({ end: endApp }: OpenedApp): Promise<string> {
  const milliseconds = await endApp()
  if (milliseconds === undefined || milliseconds > maxEndTime) throw new Error('the app did not end in time')
  return `ended ${(milliseconds / 1000).toFixed(1)} s after the signal`
}

/** In the order in which they are made, in one run of the app. */
export const checks: readonly [name: string, check: Check][] = [
  [`${pictures} pictures`, showPictures],
  ['modules in memory', readMaps],
  ['threads and their limits', readHeaps],
  ['headers on the scheme', readHeaders],
  [`long polls over ${reloads} reloads`, countPolls],
  ['end by a signal', end],
]
