/**
 * The contract of the local API is tried over real HTTP against a real workspace, one row a case, in the
 * `contract-*.test.ts` files of src-main/local-api. Every 200 is judged by libxml2 with the committed schemas and by
 * our own reader; every other answer must be a problem document.
 */
import { expect } from 'vitest'
import { type ErrorStatus, errorStatuses } from '../../src-shared/api/endpoint.ts'
import { type EndpointName, endpoints } from '../../src-shared/api/endpoints.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import { type DocumentDescription, parseDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import type { ApiAnswer, ApiCall } from './api-caller.ts'
import { judge } from './schema-judge.ts'

/** Nothing stands between the declaration and the root: some clients take a line break there for content. */
const beginsAtOnce = ({ text }: ApiAnswer): void =>
  expect(text.slice(0, 60)).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?><[A-Za-z]/)

/** The answer's value, after both judges have found nothing wrong with it. */
export function answered(endpoint: EndpointName, answer: ApiAnswer): Record<string, unknown> {
  expect(answer.status, answer.text).toBe(200)
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
  const name = endpoints[endpoint].response
  beginsAtOnce(answer)
  judge(name, answer.body)
  const { value, problems } = parseDocument(documents[name] as DocumentDescription, answer.body)
  expect(problems).toEqual([])
  return value as Record<string, unknown>
}

/** The names an error complains about, after its form was checked. */
export function complaints(answer: ApiAnswer, status: ErrorStatus): string[] {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.headers['content-type']).toBe('application/problem+xml; charset=utf-8')
  beginsAtOnce(answer)
  judge('problem', answer.body)
  const { value } = parseDocument(documents.problem, answer.body)
  expect(value).toMatchObject({
    status: String(status),
    title: errorStatuses[status].title,
    detail: expect.stringMatching(/\S/),
  })
  return (value?.['invalid-param'] ?? []).map(({ name = '' }) => name)
}

/** A call written as its request line, e.g. `GET /v2/brand?idx=1`. */
export function callOf(line: string, headers: Record<string, string> = {}, body?: Uint8Array): ApiCall {
  const [method = '', path = ''] = line.split(' ')
  return { method, path, headers, ...(body ? { body } : {}) }
}

const xml = { 'Content-Type': 'application/xml' }
export const post = (path: string, body: Uint8Array, headers: Record<string, string> = {}): ApiCall =>
  callOf(`POST ${path}`, { ...xml, ...headers }, body)
export const put = (path: string, body: Uint8Array): ApiCall => callOf(`PUT ${path}`, xml, body)
