import { randomUUID } from 'node:crypto'
import type { completenessContract } from '../../src-shared/completeness/contract.ts'
import {
  type CompletenessErrorCode,
  firstDefaultId,
  isForContentPlus,
  maxProfiles,
  type ProfileList,
  type RequirementProfile,
  type StoredProfile,
  serviceProfileId,
} from '../../src-shared/completeness/model.ts'
import {
  profileText,
  type ReadProfile,
  readProfile,
  validateProfile,
} from '../../src-shared/completeness/read-profile.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { Room } from '../../src-shared/rpc/procedure.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Logger } from '../platform/log/log.ts'
import { openWorkspaceSettings, type Storage } from '../storage/index.ts'
import { createCatalogScores } from './catalog-scores.ts'
import { profileReader, profileWriter } from './profile-store.ts'
import { scoreReader } from './score-store.ts'
import { shippedProfiles } from './shipped-profiles.ts'

interface CompletenessOptions {
  storage: Storage
  log: Logger
}

export type Completeness = ReturnType<typeof createCompleteness>

/** Requirement profiles of one workspace, and the scores of its catalog by them. */
export function createCompleteness({ storage, log }: CompletenessOptions) {
  const settings = openWorkspaceSettings(storage, log)
  const reader = storage.reader(profileReader)
  const writer = storage.writer(profileWriter)
  const scores = storage.reader(scoreReader)
  const reportedIds = new Set<string>()
  const catalogScores = createCatalogScores({ storage, profile: () => find(), log })

  async function own(): Promise<StoredProfile[]> {
    return (await reader.all()).flatMap((kept) => {
      if ('profile' in kept) return [kept]
      if (!reportedIds.has(kept.id))
        log.warn({ profile: kept.id, reason: kept.trouble }, 'a profile cannot be read')
      reportedIds.add(kept.id)
      return []
    })
  }

  async function list(): Promise<ProfileList> {
    const [{ profiles: chosen }, kept] = await Promise.all([settings.read(), own()])
    const profiles = [
      ...shippedProfiles(),
      ...kept.toSorted(
        (a, b) => a.profile.name.localeCompare(b.profile.name, 'en') || (a.id < b.id ? -1 : 1),
      ),
    ]
    // A deleted profile counts as not chosen; when it is saved again, it is chosen again.
    const present = (id: string, otherwise: string) =>
      profiles.some((one) => one.id === id) ? id : otherwise
    return {
      profiles,
      defaultId: present(chosen.defaultId, firstDefaultId),
      serviceId: present(chosen.serviceId, serviceProfileId),
    }
  }

  async function find(id?: string): Promise<StoredProfile> {
    const { profiles, defaultId } = await list()
    const found = profiles.find((one) => one.id === (id ?? defaultId))
    if (found) return found
    throw new PlainError<CompletenessErrorCode>('PROFILE_NOT_FOUND', say`This profile no longer exists.`)
  }

  async function keep(read: ReadProfile, id: string = randomUUID()): Promise<StoredProfile> {
    if (shippedProfiles().some((shipped) => shipped.id === id))
      throw new PlainError<CompletenessErrorCode>(
        'PROFILE_SHIPPED',
        say`This is a built-in profile. Duplicate it and edit the copy.`,
      )
    if ('problems' in read) {
      const [first] = read.problems
      const fault = first?.path ? `${first.path}: ${first.message}` : (first?.message ?? '')
      const more = read.problems.length - 1
      throw new PlainError<CompletenessErrorCode>(
        'PROFILE_INVALID',
        more > 0
          ? say`This is no requirement profile. ${fault} (and ${more} more)`
          : say`This is no requirement profile. ${fault}`,
        { problems: read.problems },
      )
    }
    if (!(await writer.put(id, read.profile, maxProfiles)))
      throw new PlainError<CompletenessErrorCode>(
        'TOO_MANY_PROFILES',
        say`There are ${maxProfiles} profiles already. Delete one first.`,
      )
    return { id, isShipped: false, profile: read.profile }
  }

  return {
    profiles: list,
    scores: () => catalogScores.state(),
    startBackgroundWork: catalogScores.startBackgroundWork,
    settleScores: catalogScores.settle,
    close: catalogScores.close,
    /** The default profile if no id is given. @throws PlainError `PROFILE_NOT_FOUND` */
    profile: find,
    /** @throws PlainError `PROFILE_INVALID` with problems, `PROFILE_SHIPPED`, `TOO_MANY_PROFILES` */
    save: ({ id, profile }) => keep(validateProfile(profile), id),
    /** @throws PlainError `PROFILE_NOT_FOUND` */
    async duplicate({ id, name, about }) {
      const { profile } = await find(id)
      const names = new Set((await list()).profiles.map((one) => one.profile.name))
      return keep({
        profile: { ...profile, name: freeName(name, names), ...(about !== undefined && { about }) },
      })
    },
    /** @throws PlainError `PROFILE_NOT_FOUND`, `PROFILE_SHIPPED` */
    async delete({ id }) {
      const found = await find(id)
      if (found.isShipped)
        throw new PlainError<CompletenessErrorCode>(
          'PROFILE_SHIPPED',
          say`This profile is an example that comes with the program. It cannot be deleted.`,
        )
      await writer.remove(id)
      return found
    },
    /** @throws PlainError as `save` does */
    import: ({ text }) => keep(readProfile(text)),
    /** @throws PlainError `PROFILE_NOT_FOUND` */
    async export({ id }) {
      const { profile } = await find(id)
      return { fileName: fileNameOf(profile.name), text: profileText(profile) }
    },
    async choose({ defaultId, serviceId }) {
      for (const id of [defaultId, serviceId]) if (id !== undefined) await find(id)
      const { profiles } = await settings.read()
      await settings.write({
        profiles: {
          defaultId: defaultId ?? profiles.defaultId,
          serviceId: serviceId ?? profiles.serviceId,
        },
      })
      return list()
    },
    /** The profile that items are scored by. */
    defaultProfile: async (): Promise<RequirementProfile> => (await find()).profile,
    /** @throws PlainError `ITEM_NOT_FOUND` */
    async ofItem({ id, profileId }) {
      const { profiles, defaultId } = await list()
      const found = profiles.find((one) => one.id === (profileId ?? defaultId)) ?? (await find(defaultId))
      const score = await scores.item(found.profile, id)
      if (!score)
        throw new PlainError<CompletenessErrorCode>(
          'ITEM_NOT_FOUND',
          say`The catalog has no item ${id} that can be read.`,
        )
      return {
        ...score,
        profileId: found.id,
        profileName: found.profile.name,
        kind: isForContentPlus(found.profile) ? 'contentplus' : 'refresh',
      }
    },
  } satisfies Room<typeof completenessContract>
}

/** Maximum length of a name, so that a number can be appended. */
const maxBaseLength = 95

/**
 * An unused name for a copy. A long name is shortened in the middle, because its end shows that it is a copy.
 */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const end = name.slice(-maxBaseLength / 3)
  const base =
    name.length > maxBaseLength
      ? `${name.slice(0, maxBaseLength - end.length - 1)}…${end}`.toWellFormed()
      : name
  for (let number = 1; ; number++) {
    const proposed = number === 1 ? base : `${base} ${number}`
    if (!taken.has(proposed)) return proposed
  }
}

/** A file name that is valid on every system. */
const fileNameOf = (name: string): string =>
  `${
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'profile'
  }.profile.json`
