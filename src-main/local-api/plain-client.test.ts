/**
 * The service as an integrator meets it: curl with two headers, and xmllint with the committed schema. Skipped, and
 * said so, where one of the two is not installed.
 */
import { execFile, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ContractSandbox, openContractSandbox } from '../testing/contract-sandbox.ts'
import { contentPlusFeed, gtinOf, itemFeed, sampleItem } from '../testing/feed-payloads.ts'

const run = promisify(execFile)
const missing = ['curl', 'xmllint'].filter((tool) => spawnSync(tool, ['--version']).error)
if (missing.length > 0) console.warn(`Skipped: plain clients. Not installed: ${missing.join(', ')}`)

const schema = (name: string) =>
  fileURLToPath(new URL(`../../resources/schemas/${name}.xsd`, import.meta.url))

describe.skipIf(missing.length > 0)('curl and xmllint', () => {
  let sandbox: ContractSandbox
  beforeAll(async () => {
    sandbox = await openContractSandbox()
  })
  afterAll(() => sandbox?.close())

  /** What curl answers: the body in a file, and the status. */
  async function curl(path: string, ...options: string[]): Promise<{ status: string; file: string }> {
    const file = `${sandbox.directory}/answer.xml`
    const { stdout } = await run('curl', [
      '-sS',
      '-o',
      file,
      '-w',
      '%{http_code}',
      ...options,
      `${sandbox.address}${path}`,
    ])
    return { status: stdout, file }
  }
  const credentials = () => {
    const { username, password } = sandbox.user
    return ['-H', `username: ${username}`, '-H', `password: ${password}`]
  }
  const valid = (file: string, name: string) =>
    run('xmllint', ['--noout', '--nonet', '--schema', schema(name), file])

  async function upload(method: string, path: string, body: Uint8Array) {
    const file = `${sandbox.directory}/payload.xml`
    await writeFile(file, body)
    return curl(
      path,
      '-X',
      method,
      '-H',
      'Content-Type: application/xml',
      '--data-binary',
      `@${file}`,
      ...credentials(),
    )
  }

  test.each([
    ['/v2/manufacturer', 'manufacturer'],
    ['/v2.1/brand/b1', 'brand'],
    ['/v2/distributor', 'distributor'],
    ['/v2.1/retailer?limit=1', 'retailer'],
    ['/v2/item?q=tea', 'item'],
    ['/v2.1/item?since=20240101&pi=b', 'item'],
    ['/v2.1/item/100', 'item'],
  ])('%s', async (path, name) => {
    const { status, file } = await curl(path, ...credentials())
    expect(status).toBe('200')
    await valid(file, name)
    expect((await curl(path)).status).toBe('403')
    await valid(file, 'problem')
  })

  test('feeds and their status', async () => {
    const gtin = gtinOf(1)
    const itemFeeds: [string, string][] = [
      ['POST', '/v2.1/feed/items'],
      ['POST', '/v2.1/feed/items/refresh'],
      ['PUT', `/v2.1/feed/items/${gtin}`],
    ]
    for (const [method, path] of itemFeeds) {
      const { status, file } = await upload(method, path, itemFeed(sampleItem(1)))
      expect(status).toBe('200')
      await valid(file, 'item')
      await sandbox.ingestion.idle()
      expect((await curl('/v2.1/feed/items', ...credentials())).status).toBe('200')
      await valid(file, 'item')
    }
    const { status, file } = await upload(
      'POST',
      '/v2.1/feed/contentplus/',
      contentPlusFeed({ id: '100', retailer: [{ id: 'r1', sellCopy: 'Buy' }] }),
    )
    expect(status).toBe('200')
    await valid(file, 'feed')
    const { stdout } = await run('xmllint', ['--xpath', 'string(//*[local-name()="feedId"])', file])
    expect((await curl(`/v2.1/feed/contentplus/${stdout.trim()}`, ...credentials())).status).toBe('200')
    await valid(file, 'feed-status')
  })
})
