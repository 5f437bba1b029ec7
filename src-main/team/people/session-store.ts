import type { Person, Role } from '../../../src-shared/team/person.ts'
import { defineReader, defineWriter } from '../../storage/index.ts'

/** Milliseconds after which an unused session expires. */
const maxIdle = 30 * 24 * 60 * 60_000
/** Milliseconds between two notes of the last use, because each is a write. */
export const minBetweenNotes = 60 * 60_000
/** Maximum number of sessions of a person; a further one ends the session that is idle for longest. */
export const maxSessionsOfPerson = 32

interface FoundSession extends Person {
  role: Role
  usedAt: number
}

const isValid = `FROM person_session JOIN person ON person.name = person_session.person
  WHERE person.disabled = 0 AND used_at > @after`

/** Queries about sessions that are valid: used lately, by a person who is not disabled. */
export const sessionReader = defineReader('team/sessions', ({ db }) => {
  const one = db.prepare<{ hash: string; after: number }, FoundSession>(
    `SELECT person.name, role, used_at AS usedAt ${isValid} AND hash = @hash`,
  )
  const picture = db
    .prepare<{ hash: string; after: number }, number>(`SELECT 1 ${isValid} AND picture_hash = @hash`)
    .pluck()
  return {
    find: (hash: string, now: number) => one.get({ hash, after: now - maxIdle }),
    isPicture: (hash: string, now: number) => picture.get({ hash, after: now - maxIdle }) === 1,
  }
})

interface NewSession {
  hash: string
  pictureHash: string
  person: string
  /** The stored password that was checked. */
  password: string
}

/** Changes of sessions. */
export const sessionWriter = defineWriter('team/sessions', ({ db, now, record }) => {
  const signIn = db.prepare<[number, string, string]>(
    'UPDATE person SET signed_in_at = ? WHERE name = ? AND disabled = 0 AND password = ?',
  )
  const insert = db.prepare(
    `INSERT INTO person_session (hash, picture_hash, person, made_at, used_at)
     VALUES (@hash, @pictureHash, @person, @now, @now)`,
  )
  const dropExpired = db.prepare('DELETE FROM person_session WHERE used_at <= ?')
  const dropMore = db.prepare(
    `DELETE FROM person_session WHERE person = @person AND hash NOT IN
       (SELECT hash FROM person_session WHERE person = @person
        ORDER BY used_at DESC, made_at DESC, hash LIMIT ${maxSessionsOfPerson})`,
  )
  const use = db.prepare('UPDATE person_session SET used_at = ? WHERE hash = ?')
  const end = db.prepare('DELETE FROM person_session WHERE hash = ?')
  return {
    /** @returns false if the person was disabled, removed or has another password by now */
    start({ hash, pictureHash, person, password }: NewSession): boolean {
      if (signIn.run(now(), person, password).changes === 0) return false
      dropExpired.run(now() - maxIdle)
      insert.run({ hash, pictureHash, person, now: now() })
      dropMore.run({ person })
      record({ topic: 'people' })
      return true
    },
    use(hash: string): void {
      use.run(now(), hash)
    },
    end(hash: string): void {
      end.run(hash)
    },
  }
})
