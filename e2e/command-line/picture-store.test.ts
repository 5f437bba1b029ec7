import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type PictureStore, startPictureStore, storeKey } from '../../src-main/testing/picture-store.ts'
import { desk, deskFails, type RunningDesk, startDesk } from '../support/programs/desk.ts'

/** A workspace whose pictures are in an S3 store: the commands as typed, against a real S3 server. */
const folder = mkdtempSync(join(tmpdir(), 'desk-store-'))
let store: PictureStore
let running: RunningDesk | undefined
beforeAll(async () => {
  store = await startPictureStore()
  for (const [name, value] of Object.entries(storeKey)) vi.stubEnv(name, value)
})
afterEach(async () => {
  await running?.stop()
  running = undefined
})
afterAll(async () => {
  await store.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const request = ({ api, username, password }: RunningDesk, path: string) =>
  fetch(`${api}${path}`, { headers: { username, password } })
/** The first picture of the catalog, as a program gets it from the local API. */
async function picture(of: RunningDesk): Promise<Response> {
  const items = await (await request(of, '/v2/item?q=oat&allImg=Y')).text()
  const [, url = ''] = /<url>([^<]+)<\/url>/.exec(items) ?? []
  return fetch(url.replaceAll('&amp;', '&'))
}
const filesIn = (directory: string): string[] =>
  existsSync(directory)
    ? readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : []
const uploads = (): number => store.proxy.calls.filter(({ method }) => method === 'PUT').length

test('serve --media keeps the pictures in the store, and serves them from there to programs', async () => {
  const data = join(folder, 'service')
  const serve = () =>
    startDesk(
      ...['--sandbox', '--sample', '--media', 's3://catalog/service'],
      ...['--s3-endpoint', store.address, '--s3-region', 'garage', '--media-cache', '0', '--data', data],
    )
  running = await serve()
  expect(filesIn(join(data, 'media'))).toEqual([])
  expect(filesIn(join(data, 'media-cache'))).toEqual([])
  expect(uploads()).toBeGreaterThan(10)
  const served = await picture(running)
  expect(served.status).toBe(200)
  const bytes = Buffer.from(await served.arrayBuffer())
  expect(bytes.length).toBeGreaterThan(1000)
  await running.stop()

  // The same command again, and without the store's answer.
  running = await serve()
  expect(Buffer.from(await (await picture(running)).arrayBuffer()).equals(bytes)).toBe(true)
  await store.proxy.stop()
  try {
    const refused = await picture(running)
    expect(refused.status).toBe(503)
    expect(await refused.text()).toContain('cannot be read at the moment')
    expect((await request(running, '/v2.1/item?q=oat')).status).toBe(200)
  } finally {
    await store.proxy.start()
  }
  expect((await picture(running)).status).toBe(200)
  await running.stop()

  // Other commands find the store in the workspace; nothing of the key is in its folder.
  expect(await desk('check', '--data', data)).toContain('Everything is in order.')
  expect(readFileSync(join(data, 'media-store.json'), 'utf8')).not.toContain('S3RVER')
  const backup = JSON.parse(await desk('backup', '--json', '--data', data, '--to', join(folder, 'backups')))
  expect(backup).toMatchObject({ pictures: 0, picturesIn: `s3://catalog/service at ${store.address}` })
}, 120_000)

test('move-pictures copies the pictures into a store and back, and says how many', async () => {
  const data = join(folder, 'moved')
  running = await startDesk('--sandbox', '--sample', '--data', data)
  const bytes = Buffer.from(await (await picture(running)).arrayBuffer())
  const refused = await deskFails(
    'move-pictures',
    's3://catalog/moved',
    '--s3-endpoint',
    store.address,
    '--data',
    data,
  )
  expect(refused.stderr).toContain('is open in another Catalog Desk')
  await running.stop()
  const kept = filesIn(join(data, 'media'))

  const there = [
    'move-pictures',
    's3://catalog/moved',
    '--s3-endpoint',
    store.address,
    '--s3-region',
    'garage',
  ]
  const moved = JSON.parse(await desk(...there, '--media-cache', '1', '--json', '--data', data))
  expect(moved).toMatchObject({ pictures: kept.length, copied: kept.length, present: 0, missing: 0 })
  expect(moved.to).toBe(`s3://catalog/moved at ${store.address}`)
  expect(filesIn(join(data, 'media'))).toHaveLength(kept.length)
  rmSync(join(data, 'media'), { recursive: true })
  expect(await desk('check', '--data', data)).toContain('Everything is in order.')
  expect((await deskFails(...there, '--data', data)).stderr).toContain('already')

  running = await startDesk('--data', data)
  expect(Buffer.from(await (await picture(running)).arrayBuffer()).equals(bytes)).toBe(true)
  await running.stop()
  const elsewhere = await deskFails(
    ...['serve', '--media', 's3://catalog/other', '--s3-endpoint', store.address, '--data', data],
  )
  expect(elsewhere.stderr).toContain(
    `The pictures of this workspace are in s3://catalog/moved at ${store.address}`,
  )

  expect(await desk('move-pictures', 'folder', '--data', data)).toMatch(
    new RegExp(`^${kept.length} pictures: ${kept.length} copied`),
  )
  expect(filesIn(join(data, 'media')).toSorted()).toEqual(kept.toSorted())
  await store.proxy.stop()
  try {
    expect(await desk('check', '--data', data)).toContain('Everything is in order.')
  } finally {
    await store.proxy.start()
  }
}, 120_000)

test('a store that cannot be used is refused in words at the start', async () => {
  const data = ['--data', join(folder, 'refused')]
  const refusal = async (...words: string[]): Promise<string> =>
    (await deskFails('serve', '--sandbox', '--no-screens', ...words, ...data)).stderr
  expect(await refusal('--media', 'catalog/pictures')).toContain('It is s3://BUCKET or s3://BUCKET/PREFIX')
  expect(await refusal('--media', 's3://catalog', '--s3-endpoint', 'http://user:word@127.0.0.1')).toContain(
    'without a user name or password',
  )
  expect(await refusal('--media-cache', '5')).toContain('name it with --media')
  expect(await refusal('--media', 's3://nowhere', '--s3-endpoint', store.address)).toContain(
    'NoSuchBucket (404)',
  )
  expect(existsSync(join(folder, 'refused', 'media-store.json'))).toBe(false)
  // The first test's workspace owns this place.
  expect(await refusal('--media', 's3://catalog/service', '--s3-endpoint', store.address)).toContain(
    'belong to another workspace',
  )
}, 120_000)
