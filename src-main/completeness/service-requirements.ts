import { serviceProfileId } from '../../src-shared/completeness/model.ts'
import { serviceProblems } from '../../src-shared/completeness/service-problems.ts'
import type { FeedKind } from '../../src-shared/feeds/kinds/kinds.ts'
import type { Problem } from '../../src-shared/problem.ts'
import type { ContentPlusFeedItem } from '../../src-shared/vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../../src-shared/vocabulary/elements/ingest.ts'
import { workspaceSettings } from '../../src-shared/workspace/settings.ts'
import { type Database, settingReader } from '../storage/index.ts'
import { openKeptProfiles } from './profile-store.ts'
import { shippedProfiles } from './shipped-profiles.ts'

/**
 * Checks an item against the requirements of the connected service beyond the business rules, as defined by
 * the profile chosen for the service; returns nothing if none is chosen. The settings are read for each
 * check, because the choice may change.
 */
export function openServiceRequirements(
  db: Database,
): () => (kind: FeedKind, item: IngestItem | ContentPlusFeedItem, path: string) => Problem[] {
  const settings = settingReader.open({ db })
  const profiles = openKeptProfiles(db)
  return () => {
    const chosen = workspaceSettings.profiles.schema.safeParse(settings.get('profiles')).data
    const id = chosen?.serviceId ?? serviceProfileId
    // This profile consists of the business rules themselves.
    if (id === serviceProfileId) return () => []
    const found = shippedProfiles().find((shipped) => shipped.id === id) ?? profiles.get(id)
    if (found === undefined || 'trouble' in found) return () => []
    return (kind, item, path) => serviceProblems(found.profile, kind, item, path)
  }
}
