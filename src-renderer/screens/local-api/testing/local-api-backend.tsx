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
export const backend = {
  running: true,
  scheme: 'http' as LocalApiState['scheme'],
  port: 8642,
  conditions: noConditions as LocalApiConditions,
  users: [] as LocalApiUser[],
  wrongPasswords: [] as WrongPasswords[],
  log: [] as LoggedRequest[],
  firstId: 1,
  logRequests: [] as (RequestLogFilter & { after: number })[],
  curlRequests: [] as number[],
  calls: [] as TrialCall[],
  answer: { status: 200, body: '<items/>' },
}

const state = (): LocalApiState => ({
  running: backend.running,
  ...(backend.running ? { address: `${backend.scheme}://127.0.0.1:${backend.port}` } : {}),
  scheme: backend.scheme,
  port: backend.port,
  role: 'sandbox',
  activeConditions: activeConditions(backend.conditions),
  wrongPasswords: backend.wrongPasswords,
})
const conditionState = () => ({
  conditions: backend.conditions,
  active: activeConditions(backend.conditions),
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
      Object.assign(backend, input)
      return state()
    },
    users: () => backend.users,
    createUser: ({ username }: { username: string }) => {
      if (backend.users.some((one) => one.username === username))
        throw new ORPCError('USER_EXISTS', { message: `There is a user ${username} already.` })
      backend.users = [...backend.users, user(username)]
      return { username, password: 'only-once' }
    },
    rotatePassword: ({ username }: { username: string }) => ({ username, password: 'fresh-word' }),
    deleteUser: ({ username }: { username: string }) => {
      backend.users = backend.users.filter((one) => one.username !== username)
      return backend.users
    },
    setUserLimit: ({ username, dailyItemLimit }: { username: string; dailyItemLimit: number | null }) => {
      backend.users = backend.users.map((one) =>
        one.username === username ? { ...one, dailyItemLimit } : one,
      )
      return backend.users
    },
    conditions: conditionState,
    setConditions: (changes: Partial<LocalApiConditions>) => {
      backend.conditions = { ...backend.conditions, ...changes }
      return conditionState()
    },
    log: (input: RequestLogFilter & { after: number; limit: number }) => {
      backend.logRequests.push(input)
      const entries = backend.log
        .filter((one) => one.id > input.after && (!input.path || one.target.includes(input.path)))
        .slice(-input.limit)
      return { entries, firstId: backend.firstId, lastId: backend.log.at(-1)?.id ?? backend.firstId - 1 }
    },
    clearLog: () => {
      backend.firstId = (backend.log.at(-1)?.id ?? 0) + 1
      backend.log = []
      return { entries: [], firstId: backend.firstId, lastId: backend.firstId - 1 }
    },
    curl: ({ id }: { id: number }) => {
      backend.curlRequests.push(id)
      return { text: `curl ${id}` }
    },
    tryCall: (input: TrialCall) => {
      backend.calls.push(input)
      return {
        method: 'GET',
        target: '/v2.1/item',
        headers: [{ name: 'content-type', value: 'application/xml' }],
        truncated: false,
        bytes: 8,
        milliseconds: 2,
        curl: 'curl',
        ...backend.answer,
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
  Object.assign(backend, {
    running: true,
    scheme: 'http',
    port: 8642,
    conditions: noConditions,
    users: [user('desk', true), user('labels')],
    wrongPasswords: [],
    log: [],
    firstId: 1,
    logRequests: [],
    curlRequests: [],
    calls: [],
    answer: { status: 200, body: '<items/>' },
  })
})
