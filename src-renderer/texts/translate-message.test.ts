import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dateAndTime } from '../../src-shared/values/moment.ts'
import { item } from '../../src-shared/vocabulary/elements/item.ts'
import { addWords } from '../form/words.ts'
import { startTexts } from './start.ts'
import { said } from './translate-message.ts'

const at = new Date(2026, 10, 3, 10, 17)

test('an English page shows log timestamps in the format for people', () => {
  expect(said(`Trying again at ${at.toISOString()}.`)).toMatch(/^Trying again at 3 Nov 2026, 10:17\.$/)
})

describe('in German', () => {
  beforeAll(() => startTexts('de'))
  afterAll(() => startTexts('en'))

  /** The tests run on an English page, so dates and numbers keep the English format. */
  test.each([
    [
      `The service is down for maintenance. The service says: Back soon. It continues automatically at ${at.toISOString()}.`,
      'Der Dienst wird gerade gewartet. Der Dienst sagt: Back soon. Es geht automatisch weiter: 3 Nov 2026, 10:17.',
    ],
    [`Held by you until ${dateAndTime(at.getTime())}`, 'Von Ihnen zurückgehalten bis 3 Nov 2026, 10:17'],
    [
      `The very same feed is in the outbox already: “Tea: new”, failed on ${dateAndTime(at.getTime())}. Queued again, it is sent again.`,
      'Genau derselbe Feed ist bereits im Postausgang: „Tea: new“, fehlgeschlagen am 3 Nov 2026, 10:17. Erneut eingereiht, wird er erneut gesendet.',
    ],
    [
      'Item 77 (04006381333931) has changed since the feed was sent, but does not show what the feed says: Brand, Ingredients.\nCheck the service yourself, then mark the feed as arrived or not arrived.',
      'Artikel 77 (04006381333931) hat sich seit dem Senden des Feeds geändert, zeigt aber nicht, was der Feed sagt: Marke, Zutaten.\nSehen Sie selbst beim Dienst nach und markieren Sie den Feed dann als angekommen oder nicht angekommen.',
    ],
    [
      'Processed: 3 accepted, 1 refused, 1 result unknown',
      'Verarbeitet: 3 angenommen, 1 abgelehnt, 1 Ergebnis unbekannt',
    ],
    [
      'If the item has Content+ at the service, the refresh removes them: this feed has none, and the copy of the catalog does not show them. Check these as well, because the copy does not show them either: the kind of the item, the brand in words, addresses of pictures.',
      'Was der Artikel beim Dienst hiervon hat, entfernt der Refresh: Content+. Dieser Feed enthält nichts davon, und die Kopie des Katalogs zeigt es nicht. Prüfen Sie auch dies, denn die Kopie zeigt es ebenfalls nicht: die Art des Artikels, die Marke in Worten, Adressen von Bildern.',
    ],
    ['1 made smaller, 120 fetched, 2 failed', '1 verkleinert, 120 abgerufen, 2 fehlgeschlagen'],
    [
      'https://service.example cannot be reached: there is no network.',
      'https://service.example ist nicht erreichbar: es gibt kein Netz.',
    ],
    [
      'https://service.example cannot be reached: its certificate is self-signed, so its owner cannot be verified. If you trust it, add the authority to the certificates of this computer, or start Catalog Desk with NODE_EXTRA_CA_CERTS set to the authority’s PEM file.',
      'https://service.example ist nicht erreichbar: sein Zertifikat ist selbstsigniert, daher lässt sich der Inhaber nicht prüfen. Wenn Sie ihr vertrauen, fügen Sie die Zertifizierungsstelle den Zertifikaten dieses Computers hinzu, oder starten Sie Catalog Desk mit NODE_EXTRA_CA_CERTS und dem Pfad der PEM-Datei der Stelle.',
    ],
    [
      'Processed: 3 accepted, 1 result unknown. The service reports 4 received, 4 succeeded, 0 failed',
      'Verarbeitet: 3 angenommen, 1 Ergebnis unbekannt. Der Dienst selbst zählt 4 erhalten, 4 gelungen, 0 fehlgeschlagen',
    ],
    [
      "This is no longer possible. The feed's state is now: Needs review.",
      'Das ist nicht mehr möglich. Der Zustand des Feeds ist jetzt: Zu prüfen.',
    ],
    [
      '/disk/a b: The disk is full. Free some space and try again.',
      '/disk/a b: Der Datenträger ist voll. Schaffen Sie Platz und versuchen Sie es erneut.',
    ],
    [
      'Brand: The item has no identifier and was skipped.',
      'Marke: Der Artikel hat keine Kennung und wurde übersprungen.',
    ],
  ])('%s', (english, german) => {
    expect(said(english)).toBe(german)
  })

  test('German nouns stay capitalized within a sentence, and an entry of a list has its own singular', () => {
    const wordsOf = (key: string) => {
      const member = item.elements.get(key)
      return member && addWords(member)
    }
    expect(wordsOf('upcs')).toBe('Produktcode hinzufügen')
    expect(wordsOf('media')).toBe('Bild hinzufügen')
  })

  test('a text that is not a sentence of the program is returned unchanged', () => {
    for (const text of ['', 'Item 5 is odd.', 'a, b', 'Zwölf Monate: kein Fehler.'])
      expect(said(text)).toBe(text)
  })
})
