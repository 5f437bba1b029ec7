/** The local API on a full disk, as a sandbox and as a copy. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { gtinOf, itemFeed, sampleItem } from '../../src-main/testing/feed-payloads.ts'
import { answered, complaints, post } from '../../src-main/testing/local-api/contract-answers.ts'
import {
  type ContractService,
  contractRoles,
  openContractService,
} from '../../src-main/testing/local-api/contract-service.ts'
import { canMountDisks, mountSmallDisk, type SmallDisk } from '../../src-main/testing/small-disk.ts'

const mountable = canMountDisks()
if (!mountable) console.warn('Skipped: uploads to a full disk. This user may not mount a file system.')
const withTimeout = { timeout: 240_000 }

let disk: SmallDisk | undefined
let service: ContractService | undefined
const { TMPDIR } = process.env
afterEach(async () => {
  if (TMPDIR === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = TMPDIR
  disk?.free()
  await service?.close()
  disk?.remove()
  service = disk = undefined
})

const feedOf = (number: number) => itemFeed(sampleItem(number))

describe.runIf(mountable).each(contractRoles)('%s', (role) => {
  test(
    'returns 507 for an upload and stores nothing, serves reads, and accepts it once there is space',
    withTimeout,
    async () => {
      disk = mountSmallDisk(48)
      process.env['TMPDIR'] = disk.directory
      service = await openContractService(role)
      const { call } = service
      disk.fill()
      const uploads = [
        post('/v2.1/feed/items', feedOf(1), { 'Idempotency-Key': 'full' }),
        post('/v2.1/feed/items/refresh', feedOf(2)),
        { ...post(`/v2.1/feed/items/${gtinOf(3)}`, feedOf(3)), method: 'PUT' },
      ]
      for (const upload of uploads) {
        const answer = await call(upload)
        complaints(answer, 507)
        expect(answer.text).toMatch(/Nothing was stored\. The disk is full/)
        expect(answer.text).not.toContain(disk.directory)
      }
      for (let count = 0; count < 20; count++) {
        const { total } = answered('item', await call({ path: '/v2.1/item?q=tea' }))
        expect(total).toBe('1')
      }
      complaints(await call({ path: '/v2.1/feed/items' }), 404)
      expect(await service.itemsByCode(gtinOf(1))).toHaveLength(0)

      disk.free()
      for (const upload of uploads) answered('createItems', await call(upload))
      const { feedId } = answered('createItems', await call(uploads[0] ?? { path: '' }))
      await service.settle()
      expect(await service.itemsByCode(gtinOf(1))).toHaveLength(1)
      const status = answered('itemFeedStatus', await call({ path: `/v2.1/feed/items/${feedId}` }))
      expect(status).toMatchObject({ itemsSucceeded: '1' })
    },
  )
})

test.runIf(mountable)('loses log lines on a full disk and keeps serving', withTimeout, async () => {
  disk = mountSmallDisk(1)
  const file = join(disk.directory, 'log')
  const log = openSync(file, 'a')
  disk.fill()
  const lines = `
    import { createLog } from './src-main/platform/log/log.ts'
    const log = createLog('info')
    for (let line = 0; line < 100; line++) log.info({ filling: 'x'.repeat(1000) })
    setTimeout(() => process.stdout.write('went on'), 100)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', lines], {
    cwd: projectDirectory,
    stdio: ['ignore', 'pipe', log],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  closeSync(log)
  expect({ code, output }).toEqual({ code: 0, output: 'went on' })
  expect(readFileSync(file, 'utf8')).toBe('')
})
