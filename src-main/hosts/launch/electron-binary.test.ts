import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findElectron } from './electron-binary.ts'

// Other systems always have a display.
test.runIf(process.platform === 'linux')(
  'accepts a Wayland display, and looks for a missing Electron at the mirror configured in npm',
  async () => {
    const requests: string[] = []
    const mirror = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`)
      response.writeHead(404).end()
    }).listen(0, '127.0.0.1')
    await once(mirror, 'listening')
    const empty = mkdtempSync(join(tmpdir(), 'desk-electron-'))
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', empty)
    vi.stubEnv('ELECTRON_MIRROR', undefined)
    vi.stubEnv('DISPLAY', undefined)
    vi.stubEnv('WAYLAND_DISPLAY', undefined)
    vi.stubEnv('npm_config_electron_mirror', `http://127.0.0.1:${(mirror.address() as AddressInfo).port}/`)
    try {
      expect(await findElectron(() => undefined)).toEqual({ reason: expect.stringContaining('no display') })
      expect(requests).toEqual([])
      vi.stubEnv('WAYLAND_DISPLAY', 'wayland-0')
      expect(await findElectron(() => undefined)).toEqual({
        reason: expect.stringContaining('cannot be downloaded'),
      })
      expect(requests).toEqual([expect.stringMatching(/^HEAD \/v[\d.]+\/SHASUMS256\.txt$/)])
    } finally {
      vi.unstubAllEnvs()
      mirror.close()
      rmSync(empty, { recursive: true })
    }
  },
)
