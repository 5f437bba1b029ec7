import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { PictureTrouble } from '../../../src-shared/media/media-hosts.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

let hosts: string[] = []
let troubles: PictureTrouble[] = []
const state = () => ({
  role: 'connected',
  connection: {
    address: 'https://service.example',
    username: 'desk',
    namespaceBase: 'urn:x',
    mediaHosts: hosts,
    feedSize: { items: 1000, bytes: 16_777_216 },
  },
})
installBackend({
  workspace: {
    state,
    setMediaHosts(input: { hosts: string[] }) {
      hosts = input.hosts
      return state()
    },
  },
  media: { troubles: () => troubles },
})
const { queryClient, rpc } = await import('../../rpc/client.ts')
const { ConnectionPanel } = await import('./connection-panel.tsx')

function Panel() {
  const { data } = useQuery(rpc.workspace.state.queryOptions())
  return data ? <ConnectionPanel workspace={data} /> : null
}
beforeEach(async () => {
  hosts = []
  troubles = [
    { host: 'images.example', reason: 'It is not allowed.', count: 881, allow: 'images.example' },
    { host: 'service.example', reason: 'The service failed.', count: 2 },
  ]
  queryClient.clear()
  await render(
    <QueryClientProvider client={queryClient}>
      <Panel />
    </QueryClientProvider>,
  )
})

test('an unknown host can be allowed; other failures are listed by reason', async () => {
  await expect
    .element(page.getByText(/^881 pictures are on images\.example, which this connection/))
    .toBeVisible()
  await expect.element(page.getByText('2 pictures could not be fetched')).toBeVisible()
  await expect.element(page.getByText('2 pictures at service.example: The service failed.')).toBeVisible()
  await page.getByRole('button', { name: 'Allow images.example' }).click()
  await expect.poll(() => hosts).toEqual(['images.example'])
  await page.getByRole('button', { name: 'Remove images.example' }).click()
  await expect.poll(() => hosts).toEqual([])
})

test('a host is stored in its normal form, and an invalid one is refused', async () => {
  const field = page.getByLabelText('Another media host')
  await field.fill('two words')
  await page.getByRole('button', { name: 'Add host' }).click()
  await expect.element(page.getByText(/"two words" is not a host/)).toBeVisible()
  expect(hosts).toEqual([])
  await field.fill('http://Images.Example/pictures/')
  await page.getByRole('button', { name: 'Add host' }).click()
  await expect.poll(() => hosts).toEqual(['http://images.example'])
  await expect.element(field).toHaveValue('')
})
