import { ORPCError } from '@orpc/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Route } from 'wouter'
import {
  activeConditions,
  fairConditions,
  type LocalApiConditions,
} from '../../../src-shared/rpc/local-api-conditions.ts'
import type {
  LocalApiState,
  LocalApiUser,
  LoggedRequest,
  RequestLogFilter,
  TrialCall,
} from '../../../src-shared/rpc/local-api-contract.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const user = (username: string, isDefault = false): LocalApiUser => ({
  username,
  isDefault,
  dailyItemLimit: null,
  requestsToday: 3,
  itemsToday: 40,
  createdAt: '2026-10-01T00:00:00Z',
})

/** What the backend holds; a test changes it and looks at it. */
const held = {
  running: true,
  scheme: 'http' as LocalApiState['scheme'],
  port: 8642,
  conditions: fairConditions as LocalApiConditions,
  users: [] as LocalApiUser[],
  log: [] as LoggedRequest[],
  firstId: 1,
  logAsked: [] as (RequestLogFilter & { after: number })[],
  curlAsked: [] as number[],
  calls: [] as TrialCall[],
  answer: { status: 200, body: '<items/>' },
}

const state = (): LocalApiState => ({
  running: held.running,
  ...(held.running ? { address: `${held.scheme}://127.0.0.1:${held.port}` } : {}),
  scheme: held.scheme,
  port: held.port,
  role: 'sandbox',
  activeConditions: activeConditions(held.conditions),
})
const conditionState = () => ({
  conditions: held.conditions,
  active: activeConditions(held.conditions),
  thisRunOnly: [],
})
const logged = (id: number, more: Partial<LoggedRequest> = {}): LoggedRequest => ({
  id,
  at: '2026-10-01T10:00:00Z',
  method: 'GET',
  target: `/v2.1/item?q=word${id}`,
  status: 200,
  milliseconds: 4,
  bytes: 1200,
  username: 'desk',
  ...more,
})

installBackend({
  workspace: {
    state: () => ({
      role: 'sandbox',
      directory: '/data',
      host: 'headless',
      version: '0',
      localApi: { running: true, username: 'desk' },
      items: 1,
    }),
    localApiCredentials: () => ({ username: 'desk', password: 'readable' }),
  },
  catalog: {
    search: () => ({ total: 1, offset: 0, rows: [{ id: '4', name: 'Oats', code: '9521000000004' }] }),
    lookup: () => ({ total: 1, entries: [{ id: '77', name: 'Mill & Sons' }] }),
  },
  localApi: {
    state,
    set: (input: Partial<LocalApiState>) => {
      if (input.port === 80) throw new ORPCError('PORT_FORBIDDEN', { message: 'Port 80 needs rights.' })
      Object.assign(held, input)
      return state()
    },
    users: () => held.users,
    createUser: ({ username }: { username: string }) => {
      if (held.users.some((one) => one.username === username))
        throw new ORPCError('USER_EXISTS', { message: `There is a user ${username} already.` })
      held.users = [...held.users, user(username)]
      return { username, password: 'only-once' }
    },
    rotatePassword: ({ username }: { username: string }) => ({ username, password: 'fresh-word' }),
    deleteUser: ({ username }: { username: string }) => {
      held.users = held.users.filter((one) => one.username !== username)
      return held.users
    },
    setUserLimit: ({ username, dailyItemLimit }: { username: string; dailyItemLimit: number | null }) => {
      held.users = held.users.map((one) => (one.username === username ? { ...one, dailyItemLimit } : one))
      return held.users
    },
    conditions: conditionState,
    setConditions: (changes: Partial<LocalApiConditions>) => {
      held.conditions = { ...held.conditions, ...changes }
      return conditionState()
    },
    log: (input: RequestLogFilter & { after: number; limit: number }) => {
      held.logAsked.push(input)
      const entries = held.log
        .filter((one) => one.id > input.after && (!input.path || one.target.includes(input.path)))
        .slice(-input.limit)
      return { entries, firstId: held.firstId, lastId: held.log.at(-1)?.id ?? held.firstId - 1 }
    },
    clearLog: () => {
      held.firstId = (held.log.at(-1)?.id ?? 0) + 1
      held.log = []
      return { entries: [], firstId: held.firstId, lastId: held.firstId - 1 }
    },
    curl: ({ id }: { id: number }) => {
      held.curlAsked.push(id)
      return { text: `curl ${id}` }
    },
    tryCall: (input: TrialCall) => {
      held.calls.push(input)
      return {
        method: 'GET',
        target: '/v2.1/item',
        headers: [{ name: 'content-type', value: 'application/xml' }],
        truncated: false,
        bytes: 8,
        milliseconds: 2,
        curl: 'curl',
        ...held.answer,
      }
    },
    certificate: () => ({
      fingerprint: 'AE:F6:A3',
      pem: '-----BEGIN CERTIFICATE-----',
      validFrom: '2026-10-01T00:00:00Z',
      validTo: '2028-10-01T00:00:00Z',
      names: ['localhost'],
      trust: [{ system: 'Linux', steps: 'trust --cafile=file -file file' }],
    }),
    referencePages: () => [
      { file: 'local-api.md', title: 'The local API' },
      { file: 'items.md', title: 'Items' },
    ],
    referencePage: ({ file }: { file: string }) => ({ file, text: '# Items\n\nThe `items` element.\n' }),
    schemas: () => [{ file: 'item.xsd', title: 'Items' }],
    schema: ({ file }: { file: string }) => ({ file, text: '<xs:schema/>' }),
  },
})

// The client takes hold of `fetch` when it is made, so it comes after the backend.
const { queryClient, rpc } = await import('../../rpc/client.ts')
const { TooltipProvider } = await import('../../ui/tooltip.tsx')
const { LocalApiScreen } = await import('./local-api-screen.tsx')

async function open(path: string) {
  history.replaceState(null, '', path)
  return render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <div style={{ height: 700 }}>
          <Route path="/local-api/:section?/:page?">
            {({ section, page: named }) => <LocalApiScreen section={section} page={named} />}
          </Route>
        </div>
      </TooltipProvider>
    </QueryClientProvider>,
  )
}
/** As the change event of the backend does. */
const tellOfLog = () => queryClient.invalidateQueries({ queryKey: rpc.localApi.log.key() })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const row = (name: RegExp) => page.getByRole('row', { name })

beforeEach(async () => {
  await page.viewport(1200, 800)
  queryClient.clear()
  Object.assign(held, {
    running: true,
    scheme: 'http',
    port: 8642,
    conditions: fairConditions,
    users: [user('desk', true), user('labels')],
    log: [],
    firstId: 1,
    logAsked: [],
    curlAsked: [],
    calls: [],
    answer: { status: 200, body: '<items/>' },
  })
})

test('it is switched off and on, and a port that is refused says why', async () => {
  await open('/local-api')
  const running = page.getByRole('switch', { name: 'Local API running' })
  await running.click()
  await expect.element(running).not.toBeChecked()
  await running.click()
  await expect.element(running).toBeChecked()
  await page.getByRole('textbox', { name: 'Port' }).fill('80')
  await button('Change port').click()
  await expect.element(page.getByText('Port 80 needs rights.')).toBeVisible()
})

test('with https the certificate is there, with steps that name the saved file', async () => {
  await open('/local-api')
  await expect.element(page.getByRole('heading', { name: 'Connect a program' })).toBeVisible()
  expect(page.getByText('AE:F6:A3').elements()).toHaveLength(0)
  await page.getByText('https', { exact: true }).click()
  await expect.element(page.getByText('AE:F6:A3')).toBeVisible()
  await expect.element(page.getByText('trust --cafile=catalog-desk.pem -file catalog-desk.pem')).toBeVisible()
  await expect.element(button('Download PEM')).toBeVisible()
})

test('the password of a new user is shown once', async () => {
  await open('/local-api/users')
  await button('New user').click()
  await button('Create user').click()
  await expect.element(page.getByText(/Use 1 to 64 letters/)).toBeVisible()
  const name = page.getByRole('textbox', { name: /User name/ })
  await name.fill('labels')
  await button('Create user').click()
  await expect.element(page.getByText('There is a user labels already.')).toBeVisible()
  await name.fill('scales')
  await button('Create user').click()
  await expect.element(page.getByText('only-once')).toBeVisible()
  await button('Done').click()
  await expect.element(row(/scales/)).toBeVisible()
  expect(page.getByText('only-once').elements()).toHaveLength(0)
})

test('a user gets a limit, a new password, and is deleted; the default one stays', async () => {
  await open('/local-api/users')
  await button('Actions for labels').click()
  await page.getByRole('menuitem', { name: 'Daily limit…' }).click()
  await page.getByRole('textbox', { name: 'Daily item limit' }).fill('4x')
  await button('Set limit').click()
  await expect.element(page.getByText('Enter a whole number, or nothing.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Daily item limit' }).fill('40')
  await button('Set limit').click()
  await expect.element(row(/labels/)).toMatchTextContent(/40 of 40 · limit reached/)
  await button('Actions for labels').click()
  await page.getByRole('menuitem', { name: 'New password…' }).click()
  await button('Make a new password').click()
  await expect.element(page.getByText('fresh-word')).toBeVisible()
  await button('Done').click()
  await button('Actions for labels').click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await button('Delete user').click()
  await expect.poll(() => held.users.map(({ username }) => username)).toEqual(['desk'])
  await button('Actions for desk').click()
  await expect
    .element(page.getByRole('menuitem', { name: 'Delete…' }))
    .toHaveAttribute('aria-disabled', 'true')
})

test('conditions are off at first; what is on is told on every part, and goes off at once', async () => {
  await open('/local-api/conditions')
  const latency = page.getByRole('switch', { name: 'Latency' })
  await expect.element(latency).not.toBeChecked()
  expect(page.getByText(/condition on/).elements()).toHaveLength(0)
  await latency.click()
  await expect.element(page.getByText('latency 500 ms')).toBeVisible()
  await page.getByRole('switch', { name: 'Failing calls' }).click()
  const share = page.getByRole('textbox', { name: 'Share of calls, in %' })
  await share.fill('120')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Enter a number from 0.1 to 100.')).toBeVisible()
  await share.fill('12.5')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('latency 500 ms · 12.5 % of calls fail')).toBeVisible()
  expect(held.conditions.errorRate).toBe(0.125)
  await expect.element(share).toHaveFocus()
  await page.getByRole('link', { name: 'Users' }).click()
  await expect.element(page.getByText('2 conditions on:')).toBeVisible()
  await button('Switch all off').click()
  await expect.poll(() => held.conditions).toEqual(fairConditions)
  await expect.poll(() => page.getByText('2 conditions on:').elements()).toHaveLength(0)
})

test('the log follows, pauses, catches up and clears', async () => {
  held.log = [logged(1)]
  await open('/local-api/requests')
  await expect.element(row(/word1 /)).toBeVisible()
  held.log = [...held.log, logged(2)]
  await tellOfLog()
  await expect.element(row(/word2 /)).toBeVisible()
  expect(held.logAsked.at(-1)?.after).toBe(1)
  await button('Pause').click()
  held.log = [...held.log, logged(3)]
  await tellOfLog()
  await expect.element(page.getByText(/^Paused/)).toBeVisible()
  expect(row(/word3 /).elements()).toHaveLength(0)
  await button('Resume').click()
  await expect.element(row(/word3 /)).toBeVisible()
  await button('Clear').click()
  await expect.element(page.getByRole('heading', { name: 'Waiting for requests' })).toBeVisible()
})

test('two thousand requests: only the visible rows exist, and the keyboard reaches the last', async () => {
  held.log = Array.from({ length: 2000 }, (_, index) => logged(index + 1))
  await open('/local-api/requests')
  await expect.element(row(/word2000 /)).toBeVisible()
  expect(page.getByRole('row').elements().length).toBeLessThan(60)
  page.getByRole('grid').element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(row(/word1 /)).toBeInViewport()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('region', { name: /Request GET .*word1$/ })).toBeVisible()
})

test('further down the rows stay where they are while new ones come in', async () => {
  held.log = Array.from({ length: 500 }, (_, index) => logged(index + 1))
  await open('/local-api/requests')
  await expect.element(row(/word500 /)).toBeVisible()
  page.getByRole('grid').element().scrollTop = 2800
  await expect.element(row(/word395 /)).toBeInViewport()
  const before = row(/word395 /)
    .element()
    .getBoundingClientRect().top
  held.log = [...held.log, logged(501), logged(502), logged(503)]
  await tellOfLog()
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

test('the log is filtered by the backend; a request is shown in full, copied, and tried again', async () => {
  held.log = [logged(1), logged(2, { status: 404, detail: 'Nothing has the identifier 9.' })]
  await open('/local-api/requests?user=labels')
  await expect.poll(() => held.logAsked.at(-1)?.username).toBe('labels')
  await page.getByRole('combobox', { name: 'Status' }).selectOptions('4xx refused')
  await expect.poll(() => held.logAsked.at(-1)?.status).toBe('4xx')
  await page.getByRole('combobox', { name: 'Method' }).selectOptions('GET')
  await expect.poll(() => held.logAsked.at(-1)?.method).toBe('GET')
  await page.getByRole('searchbox', { name: 'Part of path or query' }).fill('word9')
  await expect.element(page.getByRole('heading', { name: 'No request fits' })).toBeVisible()
  await button('Clear the filters').click()
  await row(/word2 /).click()
  await expect.element(page.getByText('Nothing has the identifier 9.')).toBeVisible()
  await button('Copy as curl').click()
  await expect.poll(() => held.curlAsked).toEqual([2])
  await page.getByRole('link', { name: 'Open in Try it' }).click()
  await expect.element(page.getByRole('textbox', { name: 'q', exact: true })).toHaveValue('word2')
})

test('a call is filled in by kind, sent in a user’s name, and its answer shown', async () => {
  await open('/local-api/try/item?q=oat')
  await page.getByRole('textbox', { name: 'q', exact: true }).fill('milk')
  await page.getByLabelText('since').fill('2026-10-02')
  await page.getByText('E-commerce images').click()
  const front = page.getByRole('group', { name: 'epf' })
  await front.getByText('200', { exact: true }).click()
  await front.getByText('50', { exact: true }).click()
  expect(page.getByLabelText('esi').elements()).toHaveLength(0)
  await page.getByText('v2', { exact: true }).click()
  await page.getByText('Other images').click()
  await page.getByLabelText('esi').selectOptions('true')
  await page.getByRole('combobox', { name: 'User' }).selectOptions('labels')
  await expect
    .element(page.getByRole('group', { name: 'The call, with curl' }))
    .toMatchTextContent(/username: labels.*epf=50&epf=200/)
  await button('Send').click()
  await expect.element(page.getByText('200 OK')).toBeVisible()
  expect(held.calls).toEqual([
    {
      endpoint: 'item',
      version: 'v2',
      username: 'labels',
      query: { q: ['milk'], since: ['20261002'], epf: ['50', '200'], esi: ['true'] },
    },
  ])
  await page.getByRole('tab', { name: /Headers/ }).click()
  await expect.element(page.getByText('content-type')).toBeVisible()
})

test('a feed starts as a sample, and its status is one step away', async () => {
  held.answer = { status: 200, body: '<FeedAcknowledgement><feedId>f-9</feedId></FeedAcknowledgement>' }
  await open('/local-api/try/createItems')
  await expect
    .element(page.getByRole('textbox', { name: 'Body of the call' }))
    .toMatchTextContent(/<manufacturerId>77<\/manufacturerId>/)
  await button('Send').click()
  await page.getByRole('link', { name: 'Ask for its status' }).click()
  await expect.element(page.getByRole('textbox', { name: 'feedId' })).toHaveValue('f-9')
  expect(held.calls[0]?.body).toContain('<manufacturerId>77</manufacturerId>')
})

test('nothing is sent without the identifier a path needs, or while the service is off', async () => {
  held.running = false
  await open('/local-api/try/contentPlusStatus')
  await expect.element(button('Send')).toBeDisabled()
  await button('Switch on').click()
  await expect.element(button('Send')).toBeDisabled()
  await page.getByRole('textbox', { name: 'feedId' }).fill('f-1')
  await expect.element(button('Send')).toBeEnabled()
})

test('the reference leads from an endpoint to its trial and to its documents and schemas', async () => {
  await open('/local-api/reference/item')
  const article = page.getByRole('article')
  await expect
    .element(article.getByRole('link', { name: 'Try it' }))
    .toHaveAttribute('href', '/local-api/try/item')
  await expect.element(page.getByRole('row', { name: /^allImg/ })).toMatchTextContent(/Only in v2/)
  await article.getByRole('link', { name: 'Items' }).click()
  await expect.element(page.getByText('The items element.')).toBeVisible()
  await page.getByRole('link', { name: 'item.xsd' }).click()
  await expect
    .element(page.getByRole('textbox', { name: 'Schema item.xsd' }))
    .toMatchTextContent(/<xs:schema\/>/)
  await expect.element(button('Download')).toBeEnabled()
})
