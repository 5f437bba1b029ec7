import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTemporaryWorkspace } from '../../testing/temporary-workspace.ts'
import { createPeople } from './people.ts'

const day = 24 * 60 * 60_000
const names = ['Ben', 'Cleo'] as const
type Name = (typeof names)[number]

const changes = ['change password', 'disable', 'enable', 'remove and add'] as const

type Step =
  | { kind: 'sign in'; name: Name }
  | { kind: (typeof changes)[number]; name: Name }
  | { kind: 'use' | 'sign out'; session: number }
  | { kind: 'wait'; days: number }

const name = fc.constantFrom(...names)
const session = fc.nat(7)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('sign in' as const), name }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom(...changes),
      name,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('use' as const, 'sign out' as const), session }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 20 }) }),
  },
)

interface Expected {
  secret: string
  pictureKey: string
  name: Name
  usedAt: number
}

test('a session is valid exactly while its person may use it and it is used every 30 days', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      let now = Date.UTC(2026, 0, 1)
      const clock = { now: () => now, sleep: async () => undefined }
      await using workspace = await openTemporaryWorkspace({ clock })
      const people = createPeople({ storage: workspace.storage, clock, cost: { ln: 4, r: 8, p: 1 } })
      await people.add({ name: 'Ana', role: 'administrator', password: 'the administrator' })
      const passwords = new Map<Name, string>()
      const disabled = new Set<Name>()
      for (const one of names) {
        const { password } = await people.add({ name: one, role: 'author' })
        passwords.set(one, password)
      }
      const passwordOf = (one: Name): string => passwords.get(one) ?? ''
      let valid: Expected[] = []
      const issued: Expected[] = []
      const end = (ended: (one: Expected) => boolean): void => {
        valid = valid.filter((one) => !ended(one))
      }

      for (const one of steps) {
        if (one.kind === 'wait') {
          now += one.days * day
          end(({ usedAt }) => now - usedAt >= 30 * day)
        } else if ('session' in one) {
          const chosen = issued[one.session]
          if (!chosen) continue
          const person = await people.personOf(chosen.secret)
          expect(person?.name).toBe(valid.includes(chosen) ? chosen.name : undefined)
          if (one.kind === 'use' && person) chosen.usedAt = now
          if (one.kind === 'sign out') {
            await people.signOut(chosen.secret)
            end((other) => other === chosen)
          }
        } else if (one.kind === 'sign in') {
          const signedIn = await people.signIn(one.name, passwordOf(one.name)).catch(() => undefined)
          expect(signedIn === undefined).toBe(disabled.has(one.name))
          if (!signedIn) continue
          const { session: secret, pictureKey } = signedIn
          const made = { secret, pictureKey, name: one.name, usedAt: now }
          issued.push(made)
          valid.push(made)
        } else {
          if (one.kind === 'enable') {
            await people.setDisabled(one.name, false)
            disabled.delete(one.name)
            continue
          }
          if (one.kind === 'disable') {
            await people.setDisabled(one.name, true)
            disabled.add(one.name)
          } else if (one.kind === 'change password') {
            const next = `${passwordOf(one.name)}+`
            await people.changePassword(one.name, passwordOf(one.name), next)
            passwords.set(one.name, next)
          } else {
            await people.remove(one.name)
            passwords.set(one.name, (await people.add({ name: one.name, role: 'author' })).password)
            disabled.delete(one.name)
          }
          end((other) => other.name === one.name)
        }
      }
      // Pictures do not count as a use, so they are compared without a change.
      for (const one of issued) expect(await people.isPictureKey(one.pictureKey)).toBe(valid.includes(one))
    }),
    { numRuns: 25 },
  )
})
