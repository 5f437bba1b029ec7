import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, expect, test } from 'vitest'
import { type ChildProgram, startNodeProgram } from '../../platform/child-program.ts'
import { codePicture } from '../../testing/code-pictures.ts'
import { noise } from '../../testing/picture-desk.ts'
import { temporaryDirectory, threadEntry } from '../../testing/temporary-workspace.ts'
import { createPictureReader, type PictureReader } from './picture-reader.ts'

const directory = temporaryDirectory()
afterAll(() => rm(directory, { recursive: true, force: true }))

const programs: ChildProgram[] = []
let reader: PictureReader | undefined
afterEach(() => {
  reader?.close()
  programs.length = 0
})

type Options = Partial<Parameters<typeof createPictureReader>[0]>
const open = (options: Options = {}) => {
  reader = createPictureReader({
    entry: threadEntry,
    startProgram: (...start) => {
      const program = startNodeProgram(...start)
      programs.push(program)
      return program
    },
    ...options,
  })
  return reader
}

/** For tests that do not end the process. */
const shared = createPictureReader({ entry: threadEntry, startProgram: startNodeProgram })
afterAll(() => shared.close())

/** Writes a file, and returns the job of reading it. */
function job(name: string, bytes: Uint8Array) {
  const path = join(directory, name)
  writeFileSync(path, bytes)
  return { path, sha256: createHash('sha256').update(bytes).digest('hex'), kinds: ['codes'] as const }
}

test.each([
  ['an EAN-13', { format: 'EAN13', text: '4006381333931' }, 'EAN-13', '04006381333931'],
  [
    'an EAN-13 upside down',
    { format: 'EAN13', text: '4006381333931', degrees: 180 },
    'EAN-13',
    '04006381333931',
  ],
  [
    'an EAN-13 that stands',
    { format: 'EAN13', text: '4006381333931', degrees: 90 },
    'EAN-13',
    '04006381333931',
  ],
  [
    'an EAN-13 at an angle',
    { format: 'EAN13', text: '4006381333931', degrees: 7 },
    'EAN-13',
    '04006381333931',
  ],
  [
    'an EAN-13 of one pixel a bar',
    { format: 'EAN13', text: '4006381333931', scale: 1, side: 300 },
    'EAN-13',
    '04006381333931',
  ],
  [
    'a blurred EAN-13',
    { format: 'EAN13', text: '4006381333931', scale: 3, blur: 0.8 },
    'EAN-13',
    '04006381333931',
  ],
  ['an EAN-8', { format: 'EAN8', text: '96385074' }, 'EAN-8', '00000096385074'],
  ['a UPC-A', { format: 'UPCA', text: '036000291452' }, 'UPC-A', '00036000291452'],
  ['a UPC-E', { format: 'UPCE', text: '04252614' }, 'UPC-E', '00042100005264'],
  ['an ITF-14', { format: 'ITF14', text: '10614141000415' }, 'ITF-14', '10614141000415'],
  [
    'a GS1 Digital Link',
    { format: 'QRCode', text: 'https://id.example/01/09521234543213?17=261231' },
    'GS1 Digital Link',
    '09521234543213',
  ],
] as const)('reads %s', async (_, picture, format, gtin14) => {
  const outcome = await shared.read(job('code.jpg', await codePicture(picture)))
  expect(outcome).toEqual({ readings: { codes: { codes: [{ format, gtin14, box: expect.anything() }] } } })
})

test.each(['09522027001514_A8C1', '09522030002027_A8C1', '09522002001171_A8C1'])(
  'reads the code in the sample picture %s',
  async (name) => {
    const path = join(import.meta.dirname, `../../../resources/sample/pictures/${name}.webp`)
    const outcome = await shared.read(job('sample.webp', readFileSync(path)))
    expect(outcome).toMatchObject({ readings: { codes: { codes: [{ gtin14: name.slice(0, 14) }] } } })
  },
)

test('the box of a code is where the code is', async () => {
  const picture = await codePicture({
    format: 'QRCode',
    text: 'https://id.example/01/09521234543213',
    side: 1000,
  })
  const outcome = await shared.read(job('box.jpg', picture))
  const [code] = 'readings' in outcome ? (outcome.readings.codes?.codes ?? []) : []
  // The code is in the corner at the bottom right, with a margin of four modules.
  expect(code?.box.x).toBeGreaterThan(0.9)
  expect(code?.box.y).toBeGreaterThan(0.9)
  expect((code?.box.x ?? 0) + (code?.box.width ?? 0)).toBeLessThan(1)
})

test.each([
  ['a price label of a shop', { format: 'EAN13', text: '2012345678903' }],
  ['a coupon', { format: 'EAN13', text: '9912345678909' }],
  ['an address without a code', { format: 'QRCode', text: 'https://id.example/more' }],
  ['digits that no GS1 symbol marks', { format: 'QRCode', text: '4006381333931' }],
] as const)('%s is no product code', async (_, picture) => {
  expect(await shared.read(job('other.jpg', await codePicture(picture)))).toEqual({
    readings: { codes: { codes: [] } },
  })
})

const nothing = { readings: { codes: { codes: [] } } }
const code = (wanted: string) => ({ failure: { code: wanted, message: expect.any(String) } })

test('a hostile picture costs one picture', async () => {
  const photograph = await codePicture({ format: 'EAN13', text: '4006381333931' })
  const plain = await sharp(await noise(400, 300))
    .jpeg()
    .toBuffer()
  // 30,000 by 30,000 pixels of one colour: small on disk, a gigabyte in memory.
  const bomb = await sharp({
    create: { width: 30_000, height: 30_000, channels: 3, background: '#fff' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const frames = await sharp(
    Buffer.concat([Buffer.alloc(300 * 300 * 3, 255), Buffer.alloc(300 * 300 * 3, 0)]),
    {
      raw: { width: 300, height: 600, channels: 3, pageHeight: 300 },
    },
  )
    .gif({ loop: 0, delay: [10, 10] })
    .toBuffer()
  const pictures = open()
  expect(await pictures.read(job('bomb.png', bomb))).toEqual(code('NO_PICTURE'))
  expect(await pictures.read(job('cut.jpg', photograph.subarray(0, photograph.length / 2)))).toEqual(
    code('NO_PICTURE'),
  )
  expect(await pictures.read(job('text.jpg', Buffer.from('not a picture')))).toEqual(code('NO_PICTURE'))
  expect(
    await pictures.read(
      job('drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
    ),
  ).toEqual(code('NO_PICTURE'))
  expect(await pictures.read(job('moving.gif', frames))).toEqual(nothing)
  expect(await pictures.read({ ...job('plain.jpg', plain), sha256: '0'.repeat(64) })).toEqual(
    code('DAMAGED_FILE'),
  )
  expect(await pictures.read({ ...job('plain.jpg', plain), path: join(directory, 'missing') })).toEqual(
    code('DAMAGED_FILE'),
  )
  expect(await pictures.read(job('plain.jpg', plain))).toEqual(nothing)
  expect(programs).toHaveLength(1)
})

test('a picture that exceeds the memory or the time ends the process, and the next one is read', async () => {
  const large = job(
    'large.png',
    await sharp({ create: { width: 9000, height: 9000, channels: 4, background: '#fff' } })
      .png()
      .toBuffer(),
  )
  const small = job('small.jpg', await codePicture({ format: 'EAN13', text: '4006381333931' }))
  const lean = open({ budget: { milliseconds: 60_000, megabytes: 1 } })
  expect(await lean.read(large)).toEqual(code('TOO_MUCH_MEMORY'))
  lean.close()
  const fast = open({ budget: { milliseconds: 1, megabytes: 2000 } })
  expect(await fast.read(large)).toEqual(code('TOO_LONG'))
  fast.close()
  expect(await open().read(small)).toMatchObject({
    readings: { codes: { codes: [{ gtin14: '04006381333931' }] } },
  })
})

test('a picture is read again in another process if something ends the process, and reported if that happens twice', async () => {
  let kills = 1
  const picture = job('killed.jpg', await codePicture({ format: 'EAN13', text: '4006381333931' }))
  const pictures = open({
    startProgram: (...start) => {
      const program = startNodeProgram(...start)
      programs.push(program)
      return {
        ...program,
        send(message) {
          program.send(message)
          if (message !== null && typeof message === 'object' && 'path' in message && kills-- > 0)
            program.kill()
        },
      }
    },
  })
  expect(await pictures.read(picture)).toMatchObject({ readings: {} })
  expect(programs).toHaveLength(2)
  pictures.close()
  kills = 2
  expect(await pictures.read(picture)).toEqual(code('READER_ENDED'))
  expect(await pictures.read(picture)).toMatchObject({ readings: {} })
})

test('an abort ends the process', async () => {
  const pictures = open()
  const stopped = new AbortController()
  const read = pictures.read(
    job('stop.jpg', await codePicture({ format: 'EAN13', text: '4006381333931' })),
    stopped.signal,
  )
  stopped.abort(new Error('stopped'))
  await expect(read).rejects.toThrow('stopped')
})

test.runIf(process.platform === 'linux')(
  'a computer too busy to run the process costs no picture',
  async () => {
    const picture = job('held.jpg', await codePicture({ format: 'EAN13', text: '4006381333931' }))
    const pictures = open({ budget: { milliseconds: 2000, megabytes: 900 } })
    await pictures.read(picture)
    const pid = programs[0]?.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    setTimeout(() => process.kill(pid, 'SIGCONT'), 5000)
    expect(await pictures.read(picture)).toMatchObject({
      readings: { codes: { codes: [expect.anything()] } },
    })
    expect(programs).toHaveLength(1)
  },
)

test.runIf(process.platform === 'linux')(
  'in the background it has a low priority, and no network',
  async () => {
    const pictures = open({ inBackground: true })
    await pictures.read(job('idle.jpg', await codePicture({ format: 'EAN13', text: '4006381333931' })))
    const pid = programs[0]?.pid ?? 0
    expect(getPriority(pid)).toBe(10)
    const inodes = ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((name) =>
      readFileSync(`/proc/net/${name}`, 'utf8')
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(/\s+/)[9]),
    )
    const sockets = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
      } catch {
        return []
      }
    })
    // The channel to this program is a socket too, and none of a network.
    expect(sockets.length).toBeGreaterThan(0)
    expect(sockets.filter((inode) => inodes.includes(inode))).toEqual([])
    pictures.close()
    const isRunning = (): boolean => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    await expect.poll(isRunning).toBe(false)
  },
)
