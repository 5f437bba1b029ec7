import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { appUserAgent, type LoggedRequest } from '../../../../src-shared/local-api/model.ts'
import { announceNewRequests, backend, button, logged, open, row } from '../testing/local-api-backend.tsx'
import { maxShown, mergeLogs } from './requests-view.tsx'

test('the log shows new requests, pauses, resumes and is cleared', async () => {
  backend.log = [logged(1)]
  await open('/local-api/requests')
  await expect.element(row(/word1 /)).toBeVisible()
  backend.log = [...backend.log, logged(2)]
  await announceNewRequests()
  await expect.element(row(/word2 /)).toBeVisible()
  expect(backend.logRequests.at(-1)?.after).toBe(1)
  await button('Pause').click()
  backend.log = [...backend.log, logged(3)]
  await announceNewRequests()
  await expect.element(page.getByText(/^Paused/)).toBeVisible()
  expect(row(/word3 /).elements()).toHaveLength(0)
  await button('Resume').click()
  await expect.element(row(/word3 /)).toBeVisible()
  await button('Clear').click()
  await expect.element(page.getByRole('heading', { name: 'Waiting for requests' })).toBeVisible()
})

test('following a link to filtered requests sets the filter, even on the open screen', async () => {
  await open('/local-api/requests')
  const status = page.getByRole('combobox', { name: 'Status' })
  for (let time = 0; time < 2; time++) {
    window.history.pushState(null, '', '/local-api/requests?status=403')
    await expect.element(status).toHaveValue('403')
    await status.selectOptions('Any status')
    await expect.element(status).toHaveValue('')
  }
})

test('a list of 2000 requests renders only the visible rows, and the keyboard reaches the last', async () => {
  backend.log = Array.from({ length: 2000 }, (_, index) => logged(index + 1))
  await open('/local-api/requests')
  await expect.element(row(/word2000 /)).toBeVisible()
  expect(page.getByRole('row').elements().length).toBeLessThan(60)
  page.getByRole('grid').element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(row(/word1 /)).toBeInViewport()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('region', { name: /Request GET .*word1$/ })).toBeVisible()
})

test('visible rows keep their position while new requests arrive', async () => {
  backend.log = Array.from({ length: 500 }, (_, index) => logged(index + 1))
  await open('/local-api/requests')
  await expect.element(row(/word500 /)).toBeVisible()
  page.getByRole('grid').element().scrollTop = 2800
  await expect.element(row(/word395 /)).toBeInViewport()
  const before = row(/word395 /)
    .element()
    .getBoundingClientRect().top
  backend.log = [...backend.log, logged(501), logged(502), logged(503)]
  await announceNewRequests()
  await expect.element(button('3 new requests')).toBeVisible()
  expect(
    Math.round(
      row(/word395 /)
        .element()
        .getBoundingClientRect().top - before,
    ),
  ).toBe(0)
  await button('3 new requests').click()
  await expect.element(row(/word503 /)).toBeInViewport()
})

test('the log marks requests from this app, and states how long requests are kept', async () => {
  backend.log = [logged(1, { client: appUserAgent }), logged(2, { client: 'shelf-labels/2.0' })]
  await open('/local-api/requests')
  await expect.element(row(/word1 /)).toMatchTextContent(/desk, from this app$/)
  await expect.element(row(/word2 /)).toMatchTextContent(/desk$/)
  await expect.element(page.getByText(/newest 5,000 are kept, in memory/)).toBeVisible()
})

test('the backend filters the log; a request can be opened, copied and tried again', async () => {
  backend.log = [logged(1), logged(2, { status: 404, detail: 'Nothing has the identifier 9.' })]
  await open('/local-api/requests?user=labels')
  await expect.poll(() => backend.logRequests.at(-1)?.username).toBe('labels')
  await page.getByRole('combobox', { name: 'Status' }).selectOptions('4xx refused')
  await expect.poll(() => backend.logRequests.at(-1)?.status).toBe('4xx')
  await page.getByRole('combobox', { name: 'Method' }).selectOptions('GET')
  await expect.poll(() => backend.logRequests.at(-1)?.method).toBe('GET')
  await page.getByRole('searchbox', { name: 'Part of path or query' }).fill('word9')
  await expect.element(page.getByRole('heading', { name: 'No request matches' })).toBeVisible()
  await button('Clear the filters').click()
  await row(/word2 /).click()
  await expect.element(page.getByText('Nothing has the identifier 9.')).toBeVisible()
  await button('Copy as curl').click()
  await expect.poll(() => backend.curlRequests).toEqual([2])
  await page.getByRole('link', { name: 'Open in Try it' }).click()
  await expect.element(page.getByRole('textbox', { name: 'q', exact: true })).toHaveValue('word2')
})

const entry = (id: number): LoggedRequest => ({
  id,
  at: '2026-10-01T00:00:00Z',
  method: 'GET',
  target: `/v2.1/item/${id}`,
  status: 200,
  milliseconds: 1,
  bytes: 1,
})
const log = (firstId: number, ids: number[], lastId = ids.at(-1) ?? firstId - 1) => ({
  firstId,
  lastId,
  entries: ids.map(entry),
})
const idsOf = ({ entries }: { entries: LoggedRequest[] }) => entries.map(({ id }) => id)

test('mergeLogs appends new entries', () => {
  expect(idsOf(mergeLogs(log(1, [1, 2]), log(1, [3, 4])))).toEqual([1, 2, 3, 4])
})

test('mergeLogs removes entries that the backend no longer keeps', () => {
  expect(idsOf(mergeLogs(log(1, [1, 2, 3]), log(3, [4])))).toEqual([3, 4])
  expect(idsOf(mergeLogs(log(1, [1, 2, 3]), log(4, [])))).toEqual([])
})

test('mergeLogs keeps a limited number of entries, the newest', () => {
  const before = log(
    1,
    Array.from({ length: maxShown }, (_, index) => index + 1),
  )
  const ids = idsOf(mergeLogs(before, log(1, [maxShown + 1])))
  expect(ids).toHaveLength(maxShown)
  expect([ids[0], ids.at(-1)]).toEqual([2, maxShown + 1])
})
