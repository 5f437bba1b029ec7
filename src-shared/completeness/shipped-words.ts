import contentPlus from '../../resources/profiles/content-plus-fresh-harbour.json' with { type: 'json' }
import groceryBasics from '../../resources/profiles/grocery-basics.json' with { type: 'json' }
import onlineShop from '../../resources/profiles/online-shop.json' with { type: 'json' }
import planogram from '../../resources/profiles/planogram.json' with { type: 'json' }
import service from '../../resources/profiles/service.json' with { type: 'json' }
import type { StoredProfile } from './model.ts'

/** The files of the shipped example profiles, by identifier. */
export const shippedFiles = {
  service,
  'grocery-basics': groceryBasics,
  'online-shop': onlineShop,
  planogram,
  'content-plus-fresh-harbour': contentPlus,
}

/** Names and descriptions of the shipped profiles; a page replaces them with those of its language. */
export const shippedWords: Readonly<Record<string, { label: string; about: string }>> = Object.fromEntries(
  Object.entries(shippedFiles).map(([id, { name, about }]) => [id, { label: name, about }]),
)

/** The name of a profile on screen: translated for a shipped example, unchanged for a custom profile. */
export const shownName = (id: string, name: string): string => shippedWords[id]?.label ?? name

export const shownAbout = ({ id, profile }: Pick<StoredProfile, 'id' | 'profile'>): string | undefined =>
  shippedWords[id]?.about ?? profile.about
