import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test('uses a fixed seed unless another one is given', async () => {
  const usual = fc.readConfigureGlobal()
  expect(usual.seed).toBe(20_261_122)
  vi.stubEnv('PROPERTY_SEED', '7')
  vi.resetModules()
  await import('./property-seed.ts')
  expect(fc.readConfigureGlobal().seed).toBe(7)
  fc.configureGlobal(usual)
})
