import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canMountDisks, mountSmallDisk, type SmallDisk } from '../../src-main/testing/small-disk.ts'
import { desk, type RunningDesk, startDesk } from '../support/programs/desk.ts'

const mountable = canMountDisks() && process.platform === 'linux'
if (!mountable) console.warn('Skipped: pictures on a full disk. This user may not mount one.')

const folder = mkdtempSync(join(tmpdir(), 'desk-pictures-'))
const copy = join(folder, 'copy')
let service: RunningDesk | undefined
let disk: SmallDisk | undefined

beforeAll(async () => {
  if (!mountable) return
  service = await startDesk('--sandbox', '--sample', '--data', join(folder, 'sandbox'))
  disk = mountSmallDisk(64)
})
afterAll(async () => {
  await service?.stop()
  disk?.remove()
  rmSync(folder, { recursive: true, force: true })
})

test.runIf(mountable)(
  'a sync without room for pictures keeps the catalog and reports the full disk',
  async () => {
    const { api = '', username = '', password = '' } = service ?? {}
    mkdirSync(copy)
    symlinkSync(disk?.directory ?? '', join(copy, 'media'))
    await desk('connect', api, '--username', username, '--password', password, '--data', copy)
    disk?.fill()
    const report = JSON.parse(await desk('sync', '--json', '--data', copy))
    expect(report).toMatchObject({ outcome: 'completed', items: 282 })
    expect(JSON.stringify(report)).toMatch(/not all pictures could be fetched: .*The disk is full/)
    disk?.free()
    expect(JSON.stringify(JSON.parse(await desk('sync', '--json', '--data', copy)))).not.toContain('is full')
  },
  120_000,
)
