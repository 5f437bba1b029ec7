import sharp from 'sharp'
import { expect } from 'vitest'
import { answered } from './contract-answers.ts'
import type { ContractService } from './contract-service.ts'

export interface ListedMedium {
  type: string
  view: string
  mimeType: string
  imageSource: string
  added: string
  description: string
  url: string
  /** The address without its origin. */
  path: string
}

/** The media of the one item a call answers; every member of each is there, and every address is on this server. */
export async function mediaOfItem(service: ContractService, path: string): Promise<ListedMedium[]> {
  const { item } = answered('item', await service.call({ path })) as { item: { media?: ListedMedium[] }[] }
  expect(item).toHaveLength(1)
  return (item[0]?.media ?? []).map((medium) => {
    for (const name of ['type', 'view', 'mimeType', 'imageSource', 'added', 'description'] as const)
      expect(medium[name], name).toMatch(/\S/)
    expect(medium.url).not.toContain('&')
    const { origin, pathname, search } = new URL(medium.url)
    expect(origin).toBe(`http://127.0.0.1:${service.port}`)
    return { ...medium, path: pathname + search }
  })
}

/** What a picture's address brings, measured from its bytes: `type view format WIDTHxHEIGHT@PPI`; PPI where the file says one. */
export async function measured(service: ContractService, medium: ListedMedium): Promise<string> {
  const { status, headers, body } = await service.call({
    path: medium.path,
    headers: { username: '', password: '' },
  })
  expect(status).toBe(200)
  expect(headers['content-type']).toBe(medium.mimeType)
  const facts = medium.mimeType === 'image/x-tga' ? measureTga(body) : await measurePicture(body)
  return `${medium.type} ${medium.view} ${facts}`
}

async function measurePicture(body: Uint8Array): Promise<string> {
  const { format, width, height, density } = await sharp(body).metadata()
  return `${format} ${width}x${height}${density ? `@${density}` : ''}`
}

/** A TGA header: types 2 and 10 are colour, plain and run-length encoded; byte 16 says the bits of a pixel. Its size in KB of 1024, rounded up. */
function measureTga(body: Uint8Array): string {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  expect([2, 10]).toContain(view.getUint8(2))
  expect(view.getUint8(16)).toBe(16)
  const [width, height] = [view.getUint16(12, true), view.getUint16(14, true)]
  const kilobytes = body.length <= 50 * 1024 ? 50 : body.length <= 100 * 1024 ? 100 : 'more'
  return `tga ${(width / height).toFixed(2)} within ${kilobytes} KB`
}
