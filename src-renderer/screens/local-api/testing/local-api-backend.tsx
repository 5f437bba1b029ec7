import { ORPCError } from '@orpc/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Route } from 'wouter'
import {
  activeConditions,
  type LocalApiConditions,
  noConditions,
} from '../../../../src-shared/local-api/conditions.ts'
import type {
  LocalApiState,
  LocalApiUser,
  LoggedRequest,
  RequestLogFilter,
  TrialCall,
  WrongPasswords,
} from '../../../../src-shared/local-api/model.ts'
import { installBackend } from '../../../testing/test-backend.ts'
import '../../../ui/theme.css'

const user = (username: string, isDefault = false): LocalApiUser => ({
  username,
  isDefault,
  dailyItemLimit: null,
  requestsToday: 3,
  itemsToday: 40,
  createdAt: '2026-10-01T00:00:00Z',
})

/** State of the test backend, which tests change and read. */
export const held = {
  running: true,
  scheme: 'http' as LocalApiState['scheme'],
  port: 8642,
  conditions: noConditions as LocalApiConditions,
  users: [] as LocalApiUser[],
  wrongPasswords: [] as WrongPasswords[],
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
  wrongPasswords: held.wrongPasswords,
})
const conditionState = () => ({
  conditions: held.conditions,
  active: activeConditions(held.conditions),
  thisRunOnly: [],
})
/** An entry of the log. */
export const logged = (id: number, more: Partial<LoggedRequest> = {}): LoggedRequest => ({
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
    schemas: () => [{ file: 'item.xsd', title: 'Items' }],
    schema: ({ file }: { file: string }) => ({ file, text: '<xs:schema/>' }),
  },
})

// The client captures `fetch` when it is created, so it is imported after the backend is installed.
const { queryClient, rpc } = await import('../../../rpc/client.ts')
const { TooltipProvider } = await import('../../../ui/overlays/tooltip.tsx')
const { LocalApiScreen } = await import('../local-api-screen.tsx')

/** Renders the Local API screen at that path. */
export async function open(path: string) {
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
/** Simulates a change event of the backend. */
export const announceNewRequests = () => queryClient.invalidateQueries({ queryKey: rpc.localApi.log.key() })
export const button = (name: string | RegExp) => page.getByRole('button', { name })
export const row = (name: RegExp) => page.getByRole('row', { name })

beforeEach(async () => {
  await page.viewport(1200, 800)
  queryClient.clear()
  Object.assign(held, {
    running: true,
    scheme: 'http',
    port: 8642,
    conditions: noConditions,
    users: [user('desk', true), user('labels')],
    wrongPasswords: [],
    log: [],
    firstId: 1,
    logAsked: [],
    curlAsked: [],
    calls: [],
    answer: { status: 200, body: '<items/>' },
  })
})
