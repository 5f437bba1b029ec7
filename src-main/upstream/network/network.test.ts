import { afterEach, describe, expect, test, vi } from 'vitest'
import { secretsInFile } from '../../platform/secrets.ts'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'
import { createNetwork, proxyOfPac, withAccount, withoutPassword } from './network.ts'

const secrets = () => secretsInFile(`${temporaryDirectory()}/proxies.json`)
const names = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy']
/** Sets the variables of proxies; all others are unset. */
const setEnvironment = (values: Record<string, string>) => {
  for (const name of [...names, ...names.map((name) => name.toUpperCase())]) vi.stubEnv(name, values[name])
}
afterEach(() => vi.unstubAllEnvs())

describe('the answer of a PAC script', () => {
  test.each([
    ['DIRECT', undefined],
    ['', undefined],
    ['PROXY proxy.example:3128', 'http://proxy.example:3128'],
    ['PROXY proxy.example:3128; DIRECT', 'http://proxy.example:3128'],
    ['HTTPS proxy.example:443;PROXY other.example:80', 'https://proxy.example:443'],
    ['DIRECT; PROXY proxy.example:3128', undefined],
    ['  proxy   proxy.example:3128 ', 'http://proxy.example:3128'],
  ])('%j', (answer, proxy) => {
    expect(proxyOfPac(answer)).toBe(proxy)
  })

  test.each(['SOCKS old.example:1080', 'SOCKS5 new.example:1080', 'QUIC quick.example:443', 'PROXY'])(
    'names what cannot be used: %j',
    (answer) => {
      expect(() => proxyOfPac(answer)).toThrow(`the proxy ${answer}.`)
    },
  )
})

describe('the proxy of an address', () => {
  test('comes from the environment, before the system', async () => {
    setEnvironment({ HTTPS_PROXY: 'http://secure.example:8080', HTTP_PROXY: 'plain.example:8080' })
    const network = createNetwork({ secrets: secrets(), systemProxy: async () => 'PROXY system.example:80' })
    expect(await network.proxyOf('https://catalog.example/v2.1/item')).toBe('http://secure.example:8080')
    expect(await network.proxyOf('http://catalog.example/')).toBe('http://plain.example:8080')
  })

  test('is none for the exceptions of the environment', async () => {
    setEnvironment({ HTTPS_PROXY: 'http://secure.example:8080', NO_PROXY: 'internal.example,.corp.example' })
    const network = createNetwork({ secrets: secrets(), systemProxy: async () => 'PROXY system.example:80' })
    expect(await network.proxyOf('https://internal.example/')).toBeUndefined()
    expect(await network.proxyOf('https://a.corp.example/')).toBeUndefined()
    expect(await network.proxyOf('https://other.example/')).toBe('http://secure.example:8080')
  })

  test('comes from the system if the environment names none', async () => {
    setEnvironment({ NO_PROXY: 'internal.example' })
    const asked: string[] = []
    const network = createNetwork({
      secrets: secrets(),
      async systemProxy(address) {
        asked.push(address)
        return 'PROXY system.example:80'
      },
    })
    expect(await network.proxyOf('https://internal.example/')).toBe('http://system.example:80')
    expect(asked).toEqual(['https://internal.example/'])
  })

  test('is none for this computer', async () => {
    setEnvironment({ ALL_PROXY: 'http://proxy.example:8080' })
    const network = createNetwork({ secrets: secrets(), systemProxy: async () => 'PROXY system.example:80' })
    for (const address of [
      'http://127.0.0.1:8642',
      'http://127.9.8.7/',
      'http://localhost:1',
      'http://[::1]/',
    ])
      expect(await network.proxyOf(address)).toBeUndefined()
    expect(await network.proxyOf('http://127.0.0.1.example/')).toBe('http://proxy.example:8080')
  })

  test('is refused in words if it is of another kind', async () => {
    setEnvironment({ ALL_PROXY: 'socks5://me:secret@proxy.example:1080' })
    await expect(
      createNetwork({ secrets: secrets() }).proxyOf('https://catalog.example/'),
    ).rejects.toMatchObject({
      code: 'PROXY_NOT_SUPPORTED',
      message: expect.stringContaining('socks5://proxy.example:1080. Only http and https'),
    })
  })
})

test('an account belongs to its proxy, and one that is not stored yet takes precedence', async () => {
  const network = createNetwork({ secrets: secrets() })
  expect(await network.accountOf('http://proxy.example:8080')).toBeUndefined()
  const account = { username: 'ana', password: 'a:b' }
  await network.storeAccount('http://proxy.example:8080', account)
  expect(await network.accountOf('http://proxy.example:8080/')).toEqual(account)
  expect(await network.accountOf('http://proxy.example:8081')).toBeUndefined()
  const other = { username: 'ben', password: 'c' }
  expect(await withAccount(network, other).accountOf('http://proxy.example:8080')).toEqual(other)
  expect(withAccount(network, undefined)).toBe(network)
})

test('a message does not contain the password of a proxy', () => {
  expect(withoutPassword('http://me:p@ss@proxy.example:80')).not.toContain('me')
  expect(withoutPassword('http://me:secret@proxy.example:80')).toBe('http://proxy.example:80')
})
