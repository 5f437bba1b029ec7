import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { defaultPictureChoice, type PictureChoice } from '../../src-shared/rpc/media-contract.ts'
import { catalogWriter } from '../catalog/catalog-writer.ts'
import { createApiServer } from '../local-api/api-server.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { type FaultyUpstream, startFaultyUpstream } from '../testing/faulty-upstream.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { createUpstream } from '../upstream/create-upstream.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { createMedia, type Media } from './media.ts'
import type { PictureDownloads } from './picture-keeping.ts'

const log = createLog('silent')
const user = { username: 'desk', password: 'secret' }
const views = ['A1C1', 'A2C1', 'A7C1']
const items = ['1', '2', '3', '4']
const sourceOf = (item: string, view: string) => `https://source.example/${item}_${view}.png`
const record = (item: string) =>
  Buffer.from(
    `<item id="${item}" status="P"><name>Oats ${item}</name><upcs><upc type="GTIN">0000000000000${item}</upc></upcs>` +
      '<created>2024-01-01T00:00:00Z</created><lastUpdated>2024-02-01T00:00:00Z</lastUpdated><media>' +
      views
        .map(
          (view) =>
            `<medium type="original" view="${view}" mimeType="image/png" imageSource="feed" added="2024-01-01T00:00:00Z">` +
            `<description/><url>${sourceOf(item, view)}</url></medium>`,
        )
        .join('') +
      '</media></item>',
  )
/** Noise: about 180 kB as PNG, whatever it is compressed with. */
const noise = (width = 260, height = 240) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()

/** The service: our own sandbox with four items of three pictures each, behind a proxy that can go wrong. */
let sandbox: { workspace: TemporaryWorkspace; media: Media; server: ReturnType<typeof createApiServer> }
let service: FaultyUpstream
let origin: string
const serviceClock = { ...systemClock }
beforeAll(async () => {
  const workspace = await openTemporaryWorkspace()
  const { storage, directory } = workspace
  const media = createMedia({ storage, directory, clock: systemClock, log })
  await storage.writer(catalogWriter).putItems(items.map(record))
  await media.keep(
    await Promise.all(
      items.flatMap((item) =>
        views.map(async (view) => ({ url: sourceOf(item, view), bytes: await noise() })),
      ),
    ),
  )
  const feedIntake = { submit: async () => ({ feedId: '' }), status: async () => undefined }
  const server = createApiServer({
    storage,
    feedIntake,
    users: () => [user],
    mediaKey: Buffer.alloc(32, 7),
    media: media.source,
    clock: serviceClock,
  })
  sandbox = { workspace, media, server }
  origin = (await server.listen({ port: 0 })).address
  service = await startFaultyUpstream(origin)
})
/** No faults; the records name the pictures where the proxy serves them. */
function asUsual(): void {
  service.heal()
  service.fail(
    { kind: 'rewrite', rewrite: (body) => body.toString().replaceAll(origin, service.address) },
    { when: ({ path }) => path.includes('/item'), times: Number.POSITIVE_INFINITY },
  )
}
afterAll(async () => {
  await service.close()
  await sandbox.server.close()
  await sandbox.media.close()
  await sandbox.workspace.close()
})

let workspace: TemporaryWorkspace
let media: Media
let upstream: Upstream
let downloads: PictureDownloads
let now: number
const clock = { ...systemClock, now: () => now }
beforeEach(async () => {
  asUsual()
  service.calls.length = 0
  serviceClock.now = systemClock.now
  now = Date.now()
  workspace = await openTemporaryWorkspace({ clock })
  upstream = createUpstream({ address: service.address, ...user })
  media = createMedia({ ...workspace, clock, log })
  downloads = media.keeping.connect(upstream, [])
  const page = await upstream.itemPage({ since: '20200101', media: true })
  await workspace.storage.writer(catalogWriter).putPage(page)
})
afterEach(async () => {
  await downloads.close()
  await media.close()
  await upstream.close()
  await workspace.close()
})

const { signal } = new AbortController()
const choose = (choice: Partial<PictureChoice>) =>
  media.keeping.setChoice({ ...defaultPictureChoice, ...choice })
const download = () => downloads.download({ signal, onProgress: () => undefined })
const keptOf = async (item: string) => (await media.keeping.item(item)).kept
const allKept = () => Promise.all(items.map(keptOf))
const fileOf = (sha256: string) =>
  join(workspace.directory, 'media', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
const frontOf = async (item: string) => (await media.fronts([item]))[0] ?? {}
/** Calls for files, as the service saw them. */
const asked = () => service.calls.filter(({ path }) => path.startsWith('/media/'))
/** Begins a work and waits for its end. */
async function carryOut(work: 'download' | 'verify' | 'sweep') {
  await media.keeping.start(work)
  return vi.waitFor(
    async () => {
      const { running, last } = await media.keeping.state()
      expect(running).toBeUndefined()
      expect(last?.work).toBe(work)
      return last
    },
    { timeout: 10_000 },
  )
}

describe('fetching', () => {
  test('brings every picture once, with its thumbnail and its blur', async () => {
    const progress: number[] = []
    await downloads.download({ signal, onProgress: ({ done, total }) => progress.push(done / total) })
    expect(await allKept()).toEqual([3, 3, 3, 3])
    expect(progress.at(-1)).toBe(1)
    expect(await media.keeping.state()).toMatchObject({ files: 12, failed: 0, leftOut: 0, fetches: true })
    const { sha256 = '', placeholder } = await frontOf('1')
    expect(placeholder?.length).toBeLessThan(400)
    expect(await sharp(placeholder).metadata()).toMatchObject({ format: 'webp', width: 16 })
    const thumbnail = join(
      workspace.directory,
      'media-derived',
      sha256.slice(0, 2),
      `${sha256}-thumbnail.webp`,
    )
    expect(existsSync(thumbnail)).toBe(true)
    expect(asked()).toHaveLength(12)
    await download()
    expect(asked()).toHaveLength(12)
    expect(existsSync(join(workspace.directory, 'media-partial'))).toBe(false)
  })

  test.each([
    ['front', [1, 1, 1, 1]],
    ['sides', [2, 2, 2, 2]],
  ] as const)(
    'keeps only the views that were chosen (%s), and the others once they are',
    async (chosen, kept) => {
      await choose({ views: chosen })
      await download()
      expect(await allKept()).toEqual(kept)
      await choose({ views: 'all' })
      await download()
      expect(await allKept()).toEqual([3, 3, 3, 3])
    },
  )

  test('keeps them smaller to save room, and fetches the originals when those are wanted', async () => {
    const small = 300
    const url = sourceOf('1', 'A1C1')
    const [before] = await sandbox.media.kept([url])
    const bytes = (await sandbox.media.file(before?.sha256 ?? '', 'original'))?.bytes ?? Buffer.alloc(0)
    onTestFinished(async () => void (await sandbox.media.keep([{ url, bytes }])))
    const [picture] = await sandbox.media.keep([{ url, bytes: await noise(900, 600) }])
    await workspace.storage
      .writer(catalogWriter)
      .putPage(await upstream.itemPage({ since: '20200101', media: true }))
    await choose({ longestSide: small, views: 'front' })
    await download()
    const reduced = (await frontOf('1')).sha256 ?? ''
    expect(await sharp((await media.file(reduced, 'original'))?.bytes).metadata()).toMatchObject({
      width: 300,
      height: 200,
    })
    // Smaller than that already: as it came.
    expect((await sandbox.media.fronts(['2']))[0]?.sha256).toBe((await frontOf('2')).sha256)
    await choose({ views: 'front' })
    await download()
    expect((await frontOf('1')).sha256).toBe(picture?.sha256)
    expect(existsSync(fileOf(reduced))).toBe(false)
  })

  test('goes on where it was cut off, and damaged answers are not kept', async () => {
    await choose({ views: 'front' })
    service.fail({ kind: 'truncate', part: 0.5 }, { when: ({ path }) => path.startsWith('/media/') })
    await download()
    expect((await allKept()).toSorted()).toEqual([0, 1, 1, 1])
    expect((await media.keeping.state()).failure).toContain('not a picture that can be read')
    await download()
    expect(await allKept()).toEqual([1, 1, 1, 1])
    expect((await media.keeping.state()).failed).toBe(0)
  })

  test('stops when the service wants a pause, and counts nothing against the pictures', async () => {
    const busy = { kind: 'status', status: 503, headers: { 'retry-after': '60' } } as const
    service.fail(busy, { when: ({ path }) => path.startsWith('/media/'), times: Number.POSITIVE_INFINITY })
    await expect(download()).rejects.toMatchObject({ kind: 'maintenance' })
    expect((await media.keeping.state()).failed).toBe(0)
    asUsual()
    await download()
    expect(await allKept()).toEqual([3, 3, 3, 3])
  })

  test('asks for the record again when the addresses in it have expired', async () => {
    serviceClock.now = () => Date.now() + 4 * 24 * 3600 * 1000
    expect(await media.keeping.fetchItem('2')).toMatchObject({ named: 3, kept: 3, failures: [] })
    expect(service.calls.filter(({ path }) => path.includes('/item/2'))).toHaveLength(1)
  })

  test('of one item says what did not come', async () => {
    service.fail({ kind: 'status', status: 404 }, { when: ({ path }) => path.includes('A2C1'), times: 2 })
    const state = await media.keeping.fetchItem('3')
    expect(state).toMatchObject({ named: 3, kept: 2, fetching: false })
    expect(state.failures).toHaveLength(1)
    expect(await allKept()).toEqual([0, 0, 2, 0])
  })
})

describe('room', () => {
  test('is never overdrawn: what was not looked at for longest goes, pinned items stay, blurs remain', async () => {
    await download()
    const { bytes } = await media.keeping.state()
    expect(bytes).toBeGreaterThan(2_000_000)
    await media.keeping.setPinned('1', true)
    now += 1000
    for (const item of items.slice(0, 2)) await media.file((await frontOf(item)).sha256 ?? '', 'preview')
    // What was looked at is written down a little later.
    await media.close()
    media = createMedia({ ...workspace, clock, log })
    downloads = media.keeping.connect(upstream, [])
    await choose({ quota: 1_000_000 })
    const state = await media.keeping.state()
    expect(state.bytes).toBeLessThanOrEqual(1_000_000)
    expect(state.leftOut).toBe(12 - state.files)
    expect(await keptOf('1')).toBe(3)
    expect((await frontOf('2')).sha256, 'it was looked at').toBeDefined()
    for (const item of items) expect((await frontOf(item)).placeholder).toBeDefined()
    const onDisk = readdirSync(join(workspace.directory, 'media'), { recursive: true, withFileTypes: true })
    expect(onDisk.filter((entry) => entry.isFile())).toHaveLength(state.files)
  })
  test('that is full ends a run, and does not make it go round in circles', async () => {
    await choose({ quota: 1_000_000 })
    await download()
    const { files, leftOut, bytes } = await media.keeping.state()
    expect(bytes).toBeLessThanOrEqual(1_000_000)
    expect(files + leftOut).toBe(12)
    service.calls.length = 0
    now += 60_000
    await download()
    expect(asked()).toEqual([])
    // Asked for by a person, they come, and others go.
    const [gone = ''] = items.filter((_, i) => i === 3)
    expect((await media.keeping.fetchItem(gone)).kept).toBe(3)
    expect((await media.keeping.state()).bytes).toBeLessThanOrEqual(1_000_000)
    await choose({ quota: null })
    await download()
    expect(await allKept()).toEqual([3, 3, 3, 3])
  })
  test('is not what pinned items are measured by', async () => {
    for (const item of items) await media.keeping.setPinned(item, true)
    await choose({ quota: 1_000_000 })
    await download()
    expect(await allKept()).toEqual([3, 3, 3, 3])
    expect(await media.keeping.state()).toMatchObject({ pinnedItems: 4, leftOut: 0 })
  })
})

describe('a damaged file', () => {
  test('is not shown, and is fetched again when it is looked at', async () => {
    await choose({ views: 'front' })
    await download()
    const { sha256 = '' } = await frontOf('1')
    writeFileSync(fileOf(sha256), 'something else')
    expect(await media.file(sha256, 'original')).toBeUndefined()
    await vi.waitFor(async () => expect(await media.file(sha256, 'original')).toBeDefined(), {
      timeout: 5000,
    })
  })
  test('is found by verifying, gone ones too, and both are fetched again', async () => {
    await choose({ views: 'front' })
    await download()
    const [one = {}, two = {}] = await media.fronts(['1', '2'])
    rmSync(fileOf(one.sha256 ?? ''))
    writeFileSync(fileOf(two.sha256 ?? ''), 'something else')
    expect(await carryOut('verify')).toMatchObject({ ok: true, summary: '4 verified, 2 fetched again' })
    expect(await media.check()).toEqual([])
    expect(await allKept()).toEqual([1, 1, 1, 1])
  })
  test('keeps its row where it cannot be fetched again', async () => {
    await choose({ views: 'front' })
    await download()
    await downloads.close()
    const { sha256 = '' } = await frontOf('1')
    writeFileSync(fileOf(sha256), 'something else')
    expect(await media.file(sha256, 'original')).toBeUndefined()
    expect((await carryOut('verify'))?.summary).toContain('from a backup')
    expect((await frontOf('1')).sha256).toBe(sha256)
  })
})

describe('a sweep', () => {
  const old = new Date(Date.now() - 2 * 3600 * 1000)
  const stray = (name: string, at?: Date) => {
    const path = fileOf(name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'stray')
    if (at) utimesSync(path, at, at)
    return path
  }
  test('removes files that no picture needs, but not young ones, which may be on their way', async () => {
    await choose({ views: 'front' })
    await download()
    const orphan = stray('a'.repeat(64), old)
    const torn = stray(`${'b'.repeat(64)}.2f6a.new`, old)
    const young = stray('c'.repeat(64))
    expect((await carryOut('sweep'))?.summary).toMatch(/^2 files removed/)
    expect([orphan, torn, young].map(existsSync)).toEqual([false, false, true])
    expect(await media.check()).toEqual([])
  })
  test('forgets pictures that no record names any more, with their files', async () => {
    await choose({ views: 'front' })
    await download()
    const { sha256 = '' } = await frontOf('4')
    const bare = record('4')
      .toString()
      .replace(/<media>.*<\/media>/, '')
      .replace('2024-02', '2024-03')
    await workspace.storage.writer(catalogWriter).putItems([Buffer.from(bare)])
    now += 2 * 3600 * 1000
    expect((await carryOut('sweep'))?.summary).toContain('1 picture forgotten')
    expect(existsSync(fileOf(sha256))).toBe(false)
    expect(await media.keeping.state()).toMatchObject({ files: 3 })
  })
  test('forgets none where they could not be fetched again', async () => {
    await download()
    await downloads.close()
    await workspace.storage.writer(catalogWriter).removeAll()
    now += 2 * 3600 * 1000
    expect((await carryOut('sweep'))?.summary).toMatch(/^0 files removed, 0 pictures forgotten/)
    expect(await media.keeping.state()).toMatchObject({ files: 12 })
  })
})

test('where no service is, nothing can be fetched, and the reason is said', async () => {
  await downloads.close()
  await expect(media.keeping.fetchItem('1')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  await expect(media.keeping.start('download')).rejects.toThrow('not connected to a service')
  expect(await media.keeping.state()).toMatchObject({ fetches: false })
})
