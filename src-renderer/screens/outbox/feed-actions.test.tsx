import { expect, test } from 'vitest'
import type { OutboxFeedDetail } from '../../../src-shared/outbox/model.ts'
import { refusedPayload } from './feed-actions.tsx'

const result = (index: number, ingestionStatus: string) => ({
  index,
  ingestionStatus,
  productCode: '',
  problems: [],
  waitsFor: [],
})

test('a draft gets only the refused items, each with all of its content', () => {
  const item = (title: string) =>
    `<item type="grocery"><ecommerceTitle>${title}</ecommerceTitle><shelf>top</shelf></item>`
  const feed: OutboxFeedDetail = {
    id: 'f1',
    kind: 'create',
    name: 'Autumn range',
    state: 'done',
    itemCount: 3,
    bytes: 0,
    attempts: 1,
    createdAt: '2026-05-01T00:00:00Z',
    updatedAt: '2026-05-01T00:00:00Z',
    xml: `<items xmlns="https://ns.catalog-desk.example/feed/item">${item('Oats')}${item('Rye')}${item('Wheat')}</items>`,
    sha256: '',
    idempotencyKey: '',
    events: [],
    waitsFor: [],
    problems: [],
    results: [result(0, 'SUCCESS'), result(1, 'DATA_ERROR'), result(2, 'SUCCESS')],
  }
  const payload = refusedPayload(feed, undefined)
  expect(payload.match(/<ecommerceTitle>.*?<\/ecommerceTitle>/g)).toEqual([
    '<ecommerceTitle>Rye</ecommerceTitle>',
  ])
  expect(payload).toContain('<shelf>top</shelf>')
})
