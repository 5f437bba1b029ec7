import { expect, test } from 'vitest'
import { hashPassword, isPassword, makePassword } from './password.ts'

const cheap = { ln: 4, r: 8, p: 1 }

test('a hash names its parameters, has its own salt, and matches its password only', async () => {
  const [one, other] = await Promise.all([
    hashPassword('Grüße, Ana', cheap),
    hashPassword('Grüße, Ana', cheap),
  ])
  expect(one).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/)
  expect(one).not.toBe(other)
  expect(await isPassword('Grüße, Ana', one, cheap)).toBe(true)
  // Typed on another keyboard: letters and accents apart.
  expect(await isPassword('Gru\u0308ße, Ana', one, cheap)).toBe(true)
  expect(await isPassword('Grüße, ana', one, cheap)).toBe(false)
})

test('new hashes cost what is recommended, and are compared at their own cost', async () => {
  const stored = await hashPassword('a long password')
  expect(stored).toContain('ln=15,r=8,p=3')
  expect(await isPassword('a long password', stored, cheap)).toBe(true)
})

test.each([
  ['none', null],
  ['text that is no hash', 'a long password'],
  ['a cost beyond the limit', `$scrypt$ln=30,r=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`],
])('no password matches %s', async (_what, stored) => {
  expect(await isPassword('a long password', stored, cheap).catch(() => false)).toBe(false)
})

test('made passwords are long and differ', () => {
  const made = Array.from({ length: 50 }, makePassword)
  expect(new Set(made).size).toBe(50)
  for (const one of made) expect(one).toHaveLength(20)
})
