import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { type PictureStore, startPictureStore, storeKey } from '../../src-main/testing/picture-store.ts'
import { desk, deskFails, type RunningDesk, startDesk } from '../support/programs/desk.ts'

/** A workspace whose pictures are in an S3 store: the commands as typed, with a real S3 server. */
const folder = mkdtempSync(join(tmpdir(), 'desk-store-'))
let store: PictureStore
let running: RunningDesk | undefined
beforeAll(async () => {
  store = await startPictureStore()
})
afterEach(async () => {
  await running?.stop()
  running = undefined
  vi.unstubAllEnvs()
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})
const setKey = (): void => {
  for (const [name, value] of Object.entries(storeKey)) vi.stubEnv(name, value)
}

/** Makes a workspace with three items, each with a picture. */
function workspaceWithPictures(name: string): string {
  const data = join(folder, name)
  execFileSync(process.execPath, [join(projectDirectory, 'e2e/support/picture-workspace.ts'), data])
  return data
}
const request = ({ api, username, password }: RunningDesk, path: string) =>
  fetch(`${api}${path}`, { headers: { username, password } })
/** A picture of the catalog, as a program gets it from the local API. */
async function picture(of: RunningDesk): Promise<Response> {
  const items = await (await request(of, '/v2/item?q=oats&allImg=Y')).text()
  const [, url = ''] = /<url>([^<]+)<\/url>/.exec(items) ?? []
  return fetch(url.replaceAll('&amp;', '&'))
}
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer())
const filesIn = (directory: string): string[] =>
  existsSync(directory)
    ? readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .toSorted()
    : []

test('pictures move into a store, are served from it to programs, and move back', async () => {
  setKey()
  const data = workspaceWithPictures('moved')
  const inFolder = filesIn(join(data, 'media'))
  running = await startDesk('--data', data)
  const bytes = await bytesOf(await picture(running))
  expect(bytes.length).toBeGreaterThan(1000)
  const there = ['s3://catalog/moved', '--s3-endpoint', store.address, '--s3-region', 'garage']
  const refused = await deskFails('move-pictures', ...there, '--data', data)
  expect(refused.stderr).toContain('is open in another Catalog Desk')
  await running.stop()

  const moved = await desk('move-pictures', ...there, '--media-cache', '0', '--json', '--data', data)
  const place = `s3://catalog/moved at ${store.address}`
  expect(JSON.parse(moved)).toMatchObject({ pictures: 3, copied: 3, present: 0, missing: 0, to: place })
  expect(filesIn(join(data, 'media'))).toEqual(inFolder)
  rmSync(join(data, 'media'), { recursive: true })
  expect((await deskFails('move-pictures', ...there, '--data', data)).stderr).toContain('already')

  running = await startDesk('--media', ...there, '--media-cache', '0', '--data', data)
  expect((await bytesOf(await picture(running))).equals(bytes)).toBe(true)
  expect(filesIn(join(data, 'media-cache'))).toEqual([])
  await store.proxy.stop()
  try {
    const unavailable = await picture(running)
    expect(unavailable.status).toBe(503)
    expect(await unavailable.text()).toContain('cannot be read at the moment')
    expect((await request(running, '/v2.1/item?q=oats')).status).toBe(200)
  } finally {
    await store.proxy.start()
  }
  expect((await picture(running)).status).toBe(200)
  await running.stop()

  // Other commands find the store in the workspace, whose folder has nothing of the key.
  expect(await desk('check', '--data', data)).toContain('Everything is in order.')
  expect(readFileSync(join(data, 'media-store.json'), 'utf8')).not.toContain('S3RVER')
  const backup = await desk('backup', '--json', '--data', data, '--to', join(folder, 'backups'))
  expect(JSON.parse(backup)).toMatchObject({ items: 3, pictures: 0, picturesIn: place })

  expect(await desk('move-pictures', 'folder', '--data', data)).toMatch(/^3 pictures: 3 copied/)
  expect(filesIn(join(data, 'media'))).toEqual(inFolder)
  await store.proxy.stop()
  try {
    expect(await desk('check', '--data', data)).toContain('Everything is in order.')
  } finally {
    await store.proxy.start()
  }
}, 120_000)

test('serve --media notes the store in a new workspace, and refuses in words where it cannot be used', async () => {
  setKey()
  const data = ['--data', join(folder, 'new')]
  const refusal = async (...words: string[]): Promise<string> =>
    (await deskFails('serve', '--sandbox', ...words, ...data)).stderr
  expect(await refusal('--media', 'catalog/pictures')).toContain('It is s3://BUCKET or s3://BUCKET/PREFIX')
  expect(await refusal('--media', 's3://catalog', '--s3-endpoint', 'http://user:word@127.0.0.1')).toContain(
    'without a user name or password',
  )
  expect(await refusal('--media-cache', '5')).toContain('name it with --media')
  const endpoint = ['--s3-endpoint', store.address]
  expect(await refusal('--media', 's3://nowhere', ...endpoint)).toContain('NoSuchBucket (404)')
  expect(existsSync(join(folder, 'new', 'media-store.json'))).toBe(false)

  running = await startDesk('--sandbox', '--media', 's3://catalog/new', ...endpoint, ...data)
  await running.stop()
  expect(await refusal('--media', 's3://catalog/other', ...endpoint)).toContain(
    `The pictures of this workspace are in s3://catalog/new at ${store.address}`,
  )
  const another = ['--data', join(folder, 'another')]
  const taken = await deskFails('serve', '--media', 's3://catalog/new', ...endpoint, ...another)
  expect(taken.stderr).toContain('belong to another workspace')
  const full = ['--data', workspaceWithPictures('full')]
  const elsewhere = await deskFails('serve', '--media', 's3://catalog/full', ...endpoint, ...full)
  expect(elsewhere.stderr).toContain('The pictures of this workspace are in its folder')
}, 120_000)

test('only a workspace with a store loads the code for S3', async () => {
  const [recorder, loaded] = [join(folder, 'recorder.mjs'), join(folder, 'loaded')]
  writeFileSync(
    recorder,
    `import { registerHooks } from 'node:module'
import { appendFileSync } from 'node:fs'
registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(loaded)}, url + '\\n'); return next(url, context) } })`,
  )
  vi.stubEnv('NODE_OPTIONS', `--import ${pathToFileURL(recorder).href}`)
  const loadedFiles = (): string[] =>
    [...new Set(readFileSync(loaded, 'utf8').split('\n'))].filter((url) => url.startsWith('file:'))
  const hasClient = (url: string): boolean => readFileSync(new URL(url), 'utf8').includes('S3Client')
  const data = ['--data', workspaceWithPictures('plain')]
  running = await startDesk(...data)
  expect((await picture(running)).status).toBe(200)
  await running.stop()
  expect(loadedFiles().length).toBeGreaterThan(20)
  expect(loadedFiles().filter(hasClient)).toEqual([])

  setKey()
  await desk('move-pictures', 's3://catalog/plain', '--s3-endpoint', store.address, ...data)
  expect(loadedFiles().some(hasClient)).toBe(true)
}, 120_000)
