/**
 * Checks answers of the local API. The `contract-*.test.ts` files of src-main/local-api call a real workspace
 * over real HTTP, one table row for each case. libxml2 with the committed schemas and our own parser check
 * every 200; every other answer must be a problem document.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { type ErrorStatus, errorStatuses } from '../../../src-shared/api/endpoint.ts'
import { type EndpointName, endpoints } from '../../../src-shared/api/endpoints.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import { type DocumentDescription, parseDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import { judge } from '../schema-validator.ts'
import type { ApiAnswer, ApiCall } from './api-caller.ts'
import type { ContractService } from './contract-service.ts'

/**
 * There is nothing between the declaration and the root: some clients treat a line break there as content.
 */
const expectNoLineBreak = ({ text }: ApiAnswer): void =>
  expect(text.slice(0, 60)).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?><[A-Za-z]/)

/** The answer's value, after both validators have accepted it. */
export function answered(endpoint: EndpointName, answer: ApiAnswer): Record<string, unknown> {
  expect(answer.status, answer.text).toBe(200)
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
  const name = endpoints[endpoint].response
  expectNoLineBreak(answer)
  judge(name, answer.body)
  const { value, problems } = parseDocument(documents[name] as DocumentDescription, answer.body)
  expect(problems).toEqual([])
  return value as Record<string, unknown>
}

/** Checks the format of an error, and returns the names in its problem document. */
export function complaints(answer: ApiAnswer, status: ErrorStatus): string[] {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.headers['content-type']).toBe('application/problem+xml; charset=utf-8')
  expectNoLineBreak(answer)
  judge('problem', answer.body)
  const { value } = parseDocument(documents.problem, answer.body)
  expect(value).toMatchObject({
    status: String(status),
    title: errorStatuses[status].title,
    detail: expect.stringMatching(/\S/),
  })
  return (value?.['invalid-param'] ?? []).map(({ name = '' }) => name)
}

/** A call given as its request line, for example `GET /v2/brand?idx=1`. */
export function callOf(line: string, headers: Record<string, string> = {}, body?: Uint8Array): ApiCall {
  const [method = '', path = ''] = line.split(' ')
  return { method, path, headers, ...(body ? { body } : {}) }
}

const xml = { 'Content-Type': 'application/xml' }
export const post = (path: string, body: Uint8Array, headers: Record<string, string> = {}): ApiCall =>
  callOf(`POST ${path}`, { ...xml, ...headers }, body)
export const put = (path: string, body: Uint8Array): ApiCall => callOf(`PUT ${path}`, xml, body)

type StatusEndpoint = 'itemFeedStatus' | 'contentPlusStatus'

const statusPath = (status: StatusEndpoint, feedId: unknown): string =>
  `/v2.1/feed/${status === 'itemFeedStatus' ? 'items' : 'contentplus'}/${feedId}`

/**
 * Sends a feed and polls its status, as a client does, until it has been processed. Checks that the counters
 * of every answer add up. In a connected workspace, also waits until the effect of the feed has arrived.
 */
export async function follow(
  service: ContractService,
  endpoint: EndpointName,
  call: ApiCall,
): Promise<Record<string, unknown>> {
  const status: StatusEndpoint = endpoint === 'publishContentPlus' ? 'contentPlusStatus' : 'itemFeedStatus'
  const { feedId } = answered(endpoint, await service.call(call))
  for (;;) {
    const value = answered(status, await service.call({ path: statusPath(status, feedId) }))
    requireSum(status, value)
    if (value['feedStatus'] === 'PROCESSED') return value
    await delay(5)
  }
}

function requireSum(status: StatusEndpoint, value: Record<string, unknown>): void {
  const of = (...names: string[]) => names.reduce((sum, name) => sum + Number(value[name]), 0)
  const parts =
    status === 'itemFeedStatus'
      ? of('itemsSucceeded', 'itemsFailed', 'itemsProcessing')
      : of('itemsProcessed', 'itemsRejected', 'itemsFailed', 'itemsProcessing')
  if (parts !== of('itemsReceived')) throw new Error(`The counters do not add up: ${JSON.stringify(value)}`)
}

/** The result of each item: `SUCCESS`, or the status and the codes of its errors. */
export function outcomes(value: Record<string, unknown>): string[] {
  type Detail = { ingestionStatus: string; ingestionErrors?: { code: string }[]; ingestionRemarks?: string }
  return ((value['ItemDetails'] ?? []) as Detail[]).map(
    ({ ingestionStatus, ingestionErrors = [], ingestionRemarks = '' }) => {
      const codes = ingestionErrors.map(({ code }) => code)
      const remarked = ingestionRemarks.match(/\b[A-Z]+_[A-Z]+(?=:)/g) ?? []
      return [ingestionStatus, ...codes, ...(ingestionStatus === 'PROCESSED' ? [] : remarked)].join(' ')
    },
  )
}

import sharp from 'sharp'

interface ListedMedium {
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

/**
 * The media of the single item that a call returns. Checks that no member is empty and that every address is
 * on this server.
 */
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

/**
 * The properties of a picture, measured from its bytes: `type view format WIDTHxHEIGHT@PPI`; PPI only where
 * the file contains it.
 */
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

/**
 * Reads a TGA header: types 2 and 10 are colour, uncompressed and run-length encoded; byte 16 is the number
 * of bits per pixel. The size is in KB of 1024 bytes, rounded up.
 */
function measureTga(body: Uint8Array): string {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  expect([2, 10]).toContain(view.getUint8(2))
  expect(view.getUint8(16)).toBe(16)
  const [width, height] = [view.getUint16(12, true), view.getUint16(14, true)]
  const kilobytes = body.length <= 50 * 1024 ? 50 : body.length <= 100 * 1024 ? 100 : 'more'
  return `tga ${(width / height).toFixed(2)} within ${kilobytes} KB`
}
