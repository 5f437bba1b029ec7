import contentPlus from '../../resources/profiles/content-plus-fresh-harbour.json' with { type: 'json' }
import groceryBasics from '../../resources/profiles/grocery-basics.json' with { type: 'json' }
import onlineShop from '../../resources/profiles/online-shop.json' with { type: 'json' }
import planogram from '../../resources/profiles/planogram.json' with { type: 'json' }
import service from '../../resources/profiles/service.json' with { type: 'json' }
import { requirementProfile, type StoredProfile } from '../../src-shared/completeness/model.ts'

const files = {
  service,
  'grocery-basics': groceryBasics,
  'online-shop': onlineShop,
  planogram,
  'content-plus-fresh-harbour': contentPlus,
}

/** The examples that come with the program, by the names of their files. */
export const shippedProfiles: readonly StoredProfile[] = Object.entries(files).map(([id, file]) => ({
  id,
  isShipped: true,
  profile: requirementProfile.parse(file),
}))
