import { ORPCError } from '@orpc/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ConnectionInput } from '../../../src-shared/workspace/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const requests: ConnectionInput[] = []
let refusal: string | undefined
installBackend({
  workspace: {
    connect(input: ConnectionInput) {
      requests.push(input)
      if (refusal !== undefined) throw new ORPCError('FEEDS_WAIT', { message: refusal })
      return { role: 'connected' }
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { ConnectForm } = await import('./connect-form.tsx')

beforeEach(async () => {
  requests.length = 0
  await render(
    <QueryClientProvider client={queryClient}>
      <ConnectForm onConnected={() => {}} onCancel={() => {}} />
    </QueryClientProvider>,
  )
})
const fill = async (address: string) => {
  await page.getByLabelText(/^Address/).fill(address)
  await page.getByLabelText(/^User name/).fill('desk')
  await page.getByLabelText(/^Password/).fill('secret')
}
const connect = () => page.getByRole('button', { name: 'Connect' }).click()
const warning = () => page.getByText('Others can read this connection')

test.each(['https://catalog.example', 'http://127.0.0.1:8642'])('%s needs no consent', async (address) => {
  await fill(address)
  expect(warning().query()).toBeNull()
  await connect()
  await expect
    .poll(() => requests)
    .toEqual([{ address, username: 'desk', password: 'secret', mediaHosts: [] }])
})

test('plain http to another computer shows a warning and needs consent', async () => {
  const address = 'http://catalog.example'
  await fill(address)
  await expect.element(warning()).toBeVisible()
  await connect()
  await expect
    .element(page.getByText('Agree to it, or enter an address that begins with https://.'))
    .toBeVisible()
  expect(requests).toEqual([])
  await page.getByRole('checkbox', { name: 'Connect over plain http anyway' }).click()
  await connect()
  await expect
    .poll(() => requests)
    .toEqual([{ address, username: 'desk', password: 'secret', mediaHosts: [], allowPlainHttp: true }])
})

test('with waiting feeds of the current service, the form offers a choice and sends it with the next attempt', async () => {
  refusal = 'There are 2 feeds of another service.'
  await fill('https://other.example')
  await connect()
  await expect.element(page.getByText('There are 2 feeds of another service.')).toBeVisible()
  await page.getByRole('radio', { name: 'Take the waiting ones back as drafts' }).click()
  refusal = undefined
  await connect()
  await expect.poll(() => requests.map(({ feeds }) => feeds)).toEqual([undefined, 'withdraw'])
})

test('the first field with a problem gets the focus; its problem disappears on typing', async () => {
  await fill('catalog.example')
  await connect()
  const problem = page.getByText('Enter the full address, beginning with https:// or http://.')
  await expect.element(problem).toBeVisible()
  await expect.element(page.getByLabelText(/^Address/)).toHaveFocus()
  expect(requests).toEqual([])
  await page.getByLabelText(/^Address/).fill('https://catalog.example')
  expect(problem.query()).toBeNull()
})
