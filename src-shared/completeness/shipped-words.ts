import contentPlus from '../../resources/profiles/content-plus-fresh-harbour.json' with { type: 'json' }
import groceryBasics from '../../resources/profiles/grocery-basics.json' with { type: 'json' }
import onlineShop from '../../resources/profiles/online-shop.json' with { type: 'json' }
import planogram from '../../resources/profiles/planogram.json' with { type: 'json' }
import service from '../../resources/profiles/service.json' with { type: 'json' }
import type { StoredProfile } from './model.ts'

/** The files of the examples that come with the program, by what identifies each. */
export const shippedFiles = {
  service,
  'grocery-basics': groceryBasics,
  'online-shop': onlineShop,
  planogram,
  'content-plus-fresh-harbour': contentPlus,
}

/** Their names, and what each is, for a person: a page has them in its language. */
export const shippedWords: Readonly<Record<string, { label: string; about: string }>> = Object.fromEntries(
  Object.entries(shippedFiles).map(([id, { name, about }]) => [id, { label: name, about }]),
)

/** What a profile is called on a screen: an example in the language of the page, one of one's own as it was named. */
export const shownName = (id: string, name: string): string => shippedWords[id]?.label ?? name

export const shownAbout = ({ id, profile }: Pick<StoredProfile, 'id' | 'profile'>): string | undefined =>
  shippedWords[id]?.about ?? profile.about
