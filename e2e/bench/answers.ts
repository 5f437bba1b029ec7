/**
 * Answers of the local API beside nginx, which hands out the same bytes as files: the whole application in a process of
 * its own, one process each, asked in turn by `wrk`. Needs the programs `nginx` and `wrk`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { leanProcess } from '../../src-main/hosts/launch/desk-process.ts'
import { type Figure, median, rate } from './figure.ts'
import { prepareWorkspace } from './prepared-workspace.ts'

/** How often each mix is asked, ours and the peer's in turn, and for how long, in seconds. */
const turns = 3
const seconds = 3
const connections = 16

const words =
  `organic milk tea rice oil bread sugar water chocolate salt juice coffee sauce tomato olive cheese butter
  cream honey apple orange lemon almond oat wheat corn bean soup pasta chicken beef pork fish tuna salmon egg yogurt
  vanilla cocoa coconut nut peanut cashew raisin grape berry strawberry blueberry mango peach`.split(/\s+/)

/** A day of the generated items: about 260 have one; 1,270 days of 100,000. */
const dayOf = (index: number): string =>
  new Date(Date.UTC(2015, 0, 1) + index * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')

/** Small random numbers that are the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface Mix {
  name: string
  /** What is asked, in this order, from the beginning again after the end. */
  targets: string[]
  /** So many different addresses of the mix nginx hands out at most, over and over. */
  files: number
  /** Asked once beforehand, so that the answers are known. */
  warm?: true
  goal: number
}

/** 100 records each; the addresses are different in every turn but where they are to be asked again. */
function mixesOf(items: number, turn: number): Mix[] {
  const random = randomNumbers(turn + 1)
  const days = Math.floor((items * 331) / 86_400) - 40
  const first = Math.floor(items / 2)
  // Windows of all days from one on: no two turns ask for the same.
  const windows = Array.from({ length: 30_000 }, (_, index) => {
    const day = Math.floor(random() * days)
    return `/v2.1/item?since=${dayOf(day)}&until=${dayOf(day + 30)}&idx=${index % 4000}&limit=100&turn=${turn}`
  })
  // An unknown parameter is ignored, and makes the address another.
  const asWords = Array.from({ length: 30_000 }, (_, index) => {
    const word = words[Math.floor(random() * words.length)]
    return `/v2.1/item?q=${word}&idx=${Math.floor(random() * 300)}&limit=100&turn=${turn}-${index}`
  })
  const popular = Array.from({ length: 2000 }, (_, rank) => {
    const day = (rank * 7919) % days
    return `/v2.1/item?since=${dayOf(day)}&until=${dayOf(day + 20)}&idx=${(rank % 40) * 100}&limit=100`
  })
  const sums = popular.map((_, rank) => 1 / (rank + 1))
  for (let rank = 1; rank < sums.length; rank++) sums[rank] = (sums[rank] ?? 0) + (sums[rank - 1] ?? 0)
  const zipf = Array.from({ length: 50_000 }, () => {
    const at = random() * (sums.at(-1) ?? 1)
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < at) low = middle + 1
      else high = middle
    }
    return popular[low] ?? ''
  })
  const ids = Array.from({ length: 45_000 }, () => 1_000_000 + Math.floor(random() * items))
  return [
    { name: '100 records, by Zipf', targets: zipf, files: 2000, warm: true, goal: 0.5 },
    {
      name: '100 records, again',
      targets: popular.slice(0, 50),
      files: 50,
      warm: true,
      goal: 1,
    },
    { name: '100 records, never seen, by day', targets: windows, files: 1000, goal: 0.25 },
    { name: '100 records, never seen, by words', targets: asWords, files: 1000, goal: 0.25 },
    { name: 'one record, never seen', targets: ids.map((id) => `/v2.1/item/${id}`), files: 5000, goal: 0.2 },
    {
      name: 'one record, again',
      targets: Array.from({ length: 500 }, (_, index) => `/v2.1/item/${1_000_000 + first + index}`),
      files: 500,
      warm: true,
      goal: 0.5,
    },
  ]
}

const script = `
local requests, at = {}, 0
function init(args)
  local number = 0
  for line in io.lines(args[1]) do number = number + 1; requests[number] = wrk.format("GET", line) end
end
function request()
  at = at + 1
  if at > #requests then at = 1 end
  return requests[at]
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("\\nresult %d %d %d %d\\n", summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.timeout, errors.status))
end
`

/** Asks one server for one mix. @throws Error when an answer is not a good one */
function ask(directory: string, address: string, targets: readonly string[], headers: string[]): number {
  const [list, lua] = [join(directory, 'targets'), join(directory, 'ask.lua')]
  writeFileSync(list, targets.join('\n'))
  writeFileSync(lua, script)
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', lua]
  const asked = [...options, ...headers.flatMap((header) => ['-H', header]), address, '--', list]
  const said = execFileSync('wrk', asked, { encoding: 'utf8' })
  const [, requests, microseconds, broken, refused] =
    /result (\d+) (\d+) (\d+) (\d+)/.exec(said)?.map(Number) ?? []
  if (broken !== 0 || refused !== 0 || !requests || !microseconds)
    throw new Error(`${address}: ${broken} connections broken, ${refused} answers refused\n${said}`)
  return (requests / microseconds) * 1e6
}

const cpuSeconds = (pid: number): number => {
  const [user = 0, system = 0] = execFileSync('cat', [`/proc/${pid}/stat`], { encoding: 'utf8' })
    .split(') ')[1]
    ?.split(' ')
    .slice(11, 13)
    .map(Number) ?? [0, 0]
  return (user + system) / 100
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

async function startNginx(directory: string): Promise<{ child: ChildProcess; address: string }> {
  const port = await freePort()
  const root = join(directory, 'files')
  mkdirSync(root, { recursive: true })
  writeFileSync(
    join(directory, 'nginx.conf'),
    `daemon off; master_process off; pid ${directory}/nginx.pid; error_log ${directory}/error.log;
     events { worker_connections 512; }
     http { access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000; open_file_cache max=10000;
       default_type application/xml; client_body_temp_path ${directory}/t1; proxy_temp_path ${directory}/t2;
       fastcgi_temp_path ${directory}/t3; uwsgi_temp_path ${directory}/t4; scgi_temp_path ${directory}/t5;
       server { listen 127.0.0.1:${port}; root ${root}; } }`,
  )
  const child = spawn(
    'nginx',
    ['-c', join(directory, 'nginx.conf'), '-p', directory, '-e', `${directory}/error.log`],
    {
      stdio: 'inherit',
    },
  )
  await delay(500)
  return { child, address: `http://127.0.0.1:${port}` }
}

async function startOurs(directory: string) {
  const program = fileURLToPath(new URL('local-api-server.ts', import.meta.url))
  const child = spawn(process.execPath, [...leanProcess.options, program, directory, '0'], {
    env: leanProcess.environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    ...(JSON.parse((await lines.next()).value ?? '{}') as Record<
      'address' | 'username' | 'password',
      string
    >),
  }
}

/** @param items how many items the catalog holds */
export async function answersBench(items: number): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'answers-bench-'))
  // nginx serves as another user when it is started by root.
  chmodSync(directory, 0o755)
  await prepareWorkspace(join(directory, 'workspace'), items)
  const ours = await startOurs(join(directory, 'workspace'))
  const nginx = await startNginx(directory)
  const { address, username, password } = ours
  const headers = [`username: ${username}`, `password: ${password}`]
  const only = process.env['ANSWERS_ONLY']
  try {
    const found = new Map<string, { goal: number; own: number[]; theirs: number[]; cpu: number[] }>()
    for (let turn = 0; turn < turns; turn++) {
      for (const { name, targets, files, warm, goal } of mixesOf(items, turn)) {
        if (only && !name.includes(only)) continue
        const paths = new Map<string, string>()
        for (const target of targets) {
          if (paths.size === files) break
          if (paths.has(target)) continue
          // nginx keeps files open: each mix has its own.
          paths.set(target, `/${turn}-${found.size}-${paths.size}.xml`)
        }
        let bytes = 0
        const fill = async () => {
          for (const [target, path] of paths) {
            const answer = Buffer.from(
              await (await fetch(address + target, { headers: { username, password } })).arrayBuffer(),
            )
            bytes += answer.length
            writeFileSync(join(directory, 'files', path), answer)
          }
        }
        if (warm) await fill()
        const before = cpuSeconds(ours.child.pid ?? 0)
        const own = ask(directory, address, targets, headers)
        const cpu = (cpuSeconds(ours.child.pid ?? 0) - before) / (own * seconds)
        if (!warm) await fill()
        const theirs = ask(
          directory,
          nginx.address,
          targets.flatMap((target) => paths.get(target) ?? []),
          headers,
        )
        if (process.env['ANSWERS_LOUD'])
          console.error(
            `${name}: ${own.toFixed(0)} against ${theirs.toFixed(0)}, ratio ${(own / theirs).toFixed(3)}, ${(cpu * 1e6).toFixed(0)} µs of processor each, ${(bytes / paths.size / 1000).toFixed(1)} KB`,
          )
        const figures = found.get(name) ?? { goal, own: [], theirs: [], cpu: [] }
        found.set(name, figures)
        figures.own.push(own)
        figures.theirs.push(theirs)
        figures.cpu.push(cpu)
      }
    }
    return [...found].map(([name, { goal, own, theirs }]) =>
      rate(name, median(own), {
        peer: 'nginx, the same bytes as files',
        theirs: median(theirs),
        goal: goal * median(theirs),
      }),
    )
  } finally {
    ours.child.stdin?.end('\n')
    nginx.child.kill()
    await new Promise((resolve) => ours.child.on('close', resolve))
    rmSync(directory, { recursive: true, force: true })
  }
}
