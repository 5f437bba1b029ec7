import { PlainError } from '../../../src-shared/plain-error.ts'
import { maxPeople, nameKey, type PeopleErrorCode } from '../../../src-shared/team/people-model.ts'
import type { Role } from '../../../src-shared/team/person.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { defineReader, defineWriter, type PersonRow } from '../../storage/index.ts'

/** A person as stored. */
export type StoredPerson = Omit<PersonRow, 'role' | 'name_key'> & { role: Role }

const columns = 'name, role, password, subject, disabled, made_at, signed_in_at'

/** Queries about people. */
export const personReader = defineReader('team/people', ({ db }) => {
  const all = db.prepare<[], StoredPerson>(`SELECT ${columns} FROM person ORDER BY name_key`)
  const one = db.prepare<[string], StoredPerson>(`SELECT ${columns} FROM person WHERE name_key = ?`)
  const some = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM person)').pluck()
  return {
    all: () => all.all(),
    find: (name: string) => one.get(nameKey(name)),
    hasAny: () => some.get() === 1,
  }
})

/** Changes of people. Every change that takes a right away ends the sessions of the person. */
export const personWriter = defineWriter('team/people', ({ db, now, record }) => {
  const one = db.prepare<[string], StoredPerson>(`SELECT ${columns} FROM person WHERE name_key = ?`)
  const count = db.prepare<[], number>('SELECT count(*) FROM person').pluck()
  const otherAdministrators = db
    .prepare<[string], number>(
      "SELECT count(*) FROM person WHERE role = 'administrator' AND disabled = 0 AND name <> ?",
    )
    .pluck()
  const insert = db.prepare(
    `INSERT INTO person (name, name_key, role, password, disabled, made_at)
     VALUES (@name, @key, @role, @password, 0, @now)`,
  )
  const setRole = db.prepare('UPDATE person SET role = ? WHERE name = ?')
  const setDisabled = db.prepare('UPDATE person SET disabled = ? WHERE name = ?')
  const setPassword = db.prepare('UPDATE person SET password = ? WHERE name = ?')
  const remove = db.prepare('DELETE FROM person WHERE name = ?')
  const endSessions = db.prepare('DELETE FROM person_session WHERE person = ?')

  const known = (name: string): StoredPerson => {
    const found = one.get(nameKey(name))
    if (!found)
      throw new PlainError<PeopleErrorCode>('PERSON_UNKNOWN', say`There is no person with the name ${name}.`)
    return found
  }
  /** @throws PlainError `NO_ADMINISTRATOR` if nobody else could administrate */
  const requireOther = ({ name, role, disabled }: StoredPerson): void => {
    if (role !== 'administrator' || disabled === 1 || (otherAdministrators.get(name) ?? 0) > 0) return
    throw new PlainError<PeopleErrorCode>(
      'NO_ADMINISTRATOR',
      say`${name} is the only administrator who can sign in. Make another person administrator first.`,
    )
  }
  const changed = (): void => record({ topic: 'people' })

  return {
    /** @throws PlainError `PERSON_EXISTS`, `TOO_MANY_PEOPLE`, `NO_ADMINISTRATOR` */
    add({ name, role, password }: { name: string; role: Role; password: string | null }): void {
      if (one.get(nameKey(name)))
        throw new PlainError<PeopleErrorCode>('PERSON_EXISTS', say`There is a person ${name} already.`)
      const people = count.get() ?? 0
      if (people >= maxPeople)
        throw new PlainError<PeopleErrorCode>('TOO_MANY_PEOPLE', say`A team has at most ${maxPeople} people.`)
      if (people === 0 && role !== 'administrator')
        throw new PlainError<PeopleErrorCode>(
          'NO_ADMINISTRATOR',
          say`The first person of a team must be an administrator.`,
        )
      insert.run({ name, key: nameKey(name), role, password, now: now() })
      changed()
    },
    /** @throws PlainError `PERSON_UNKNOWN`, `NO_ADMINISTRATOR` */
    setRole(given: string, role: Role): void {
      const person = known(given)
      if (role !== 'administrator') requireOther(person)
      setRole.run(role, person.name)
      changed()
    },
    /** @throws PlainError `PERSON_UNKNOWN`, `NO_ADMINISTRATOR` */
    setDisabled(given: string, isDisabled: boolean): void {
      const person = known(given)
      if (isDisabled) requireOther(person)
      setDisabled.run(isDisabled ? 1 : 0, person.name)
      if (isDisabled) endSessions.run(person.name)
      changed()
    },
    /**
     * @param before the stored password that the change is based on; any when absent
     * @throws PlainError `PERSON_UNKNOWN`, or `WRONG_PASSWORD` if the password is another one by now
     */
    setPassword(given: string, password: string, before?: string): void {
      const person = known(given)
      if (before !== undefined && person.password !== before)
        throw new PlainError<PeopleErrorCode>('WRONG_PASSWORD', say`The current password is wrong.`)
      setPassword.run(password, person.name)
      endSessions.run(person.name)
      changed()
    },
    /** @throws PlainError `PERSON_UNKNOWN`, `NO_ADMINISTRATOR` */
    remove(given: string): void {
      const person = known(given)
      requireOther(person)
      endSessions.run(person.name)
      remove.run(person.name)
      changed()
    },
  }
})
