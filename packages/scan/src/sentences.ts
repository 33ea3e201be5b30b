/** Sentences of the element, in English, German and French. */

const ENGLISH = {
  coming: 'The pages are being loaded …',
  looking: 'Point the camera at a page.',
  found: 'A page was found.',
  view: 'Picture of the camera',
  offers: 'What this page offers',
  nothing: 'This page offers nothing to open.',
  zones: 'Also on this page',
  CAMERA_LOST: 'The camera has stopped. Allow it again, and load this page again.',
  CAMERA_REFUSED:
    'This page may not use the camera. Allow it in the settings of the browser, and load this page again.',
  NO_CAMERA: 'There is no camera here. Open this page on a phone, by an address that begins with https.',
  NO_PACK_NAMED: 'No pages are named: give a pack with a server and a key, or a pack with its public key.',
  PACK_AWAY: 'The pages cannot be fetched. Check the network, and the address and key of the pack.',
  PACK_DAMAGED: 'The pages are damaged. Load this page again.',
  PACK_EXPIRED: 'These pages are out of date. Connect to the network, and load this page again.',
  PACK_FOREIGN:
    'The pages come from another server than this page expects. The public key must be that of the server that made them.',
  PACK_INCOMPLETE: 'The pages have not come whole. Load this page again.',
  PACK_NEWER: 'The pages are newer than this page. Load it again.',
  PACK_NOT_YET: 'The pages are of a later date than this device has. Set its clock.',
  ENGINE_FAILED: 'The recognition has failed. Load this page again.',
  OUT_OF_MEMORY: 'There is not enough memory. Close other pages, and load this page again.',
  UNSUPPORTED_BROWSER: 'This browser cannot recognize pages. Use a newer one.',
  WORKER_AWAY:
    'The recognition cannot start: worker.js must lie beside loupe-scan.js, and the policy of the page must allow it.',
};

export type SentenceKey = keyof typeof ENGLISH;
type Sentences = Readonly<Record<SentenceKey, string>>;

const GERMAN: Sentences = {
  coming: 'Die Seiten werden geladen …',
  looking: 'Richten Sie die Kamera auf eine Seite.',
  found: 'Eine Seite wurde gefunden.',
  view: 'Bild der Kamera',
  offers: 'Was diese Seite bietet',
  nothing: 'Diese Seite bietet nichts zum Öffnen.',
  zones: 'Auch auf dieser Seite',
  CAMERA_LOST: 'Die Kamera ist ausgegangen. Erlauben Sie sie wieder, und laden Sie diese Seite neu.',
  CAMERA_REFUSED:
    'Diese Seite darf die Kamera nicht benutzen. Erlauben Sie es in den Einstellungen des Browsers, und laden Sie diese Seite neu.',
  NO_CAMERA:
    'Hier ist keine Kamera. Öffnen Sie diese Seite auf einem Telefon, unter einer Adresse, die mit https beginnt.',
  NO_PACK_NAMED:
    'Es sind keine Seiten genannt: Geben Sie ein Paket mit Server und Schlüssel an, oder ein Paket mit seinem öffentlichen Schlüssel.',
  PACK_AWAY: 'Die Seiten sind nicht zu bekommen. Prüfen Sie das Netz sowie Adresse und Schlüssel des Pakets.',
  PACK_DAMAGED: 'Die Seiten sind beschädigt. Laden Sie diese Seite neu.',
  PACK_EXPIRED:
    'Diese Seiten sind abgelaufen. Verbinden Sie sich mit dem Netz, und laden Sie diese Seite neu.',
  PACK_FOREIGN:
    'Die Seiten kommen von einem anderen Server, als diese Seite erwartet. Der öffentliche Schlüssel muss der des Servers sein, der sie gemacht hat.',
  PACK_INCOMPLETE: 'Die Seiten sind nicht ganz angekommen. Laden Sie diese Seite neu.',
  PACK_NEWER: 'Die Seiten sind neuer als diese Seite. Laden Sie sie neu.',
  PACK_NOT_YET: 'Die Seiten sind von einem späteren Datum, als dieses Gerät hat. Stellen Sie seine Uhr.',
  ENGINE_FAILED: 'Die Erkennung ist fehlgeschlagen. Laden Sie diese Seite neu.',
  OUT_OF_MEMORY: 'Der Speicher reicht nicht. Schließen Sie andere Seiten, und laden Sie diese Seite neu.',
  UNSUPPORTED_BROWSER: 'Dieser Browser kann keine Seiten erkennen. Benutzen Sie einen neueren.',
  WORKER_AWAY:
    'Die Erkennung kann nicht starten: worker.js muss neben loupe-scan.js liegen, und die Richtlinie der Seite muss es erlauben.',
};

const FRENCH: Sentences = {
  coming: 'Chargement des pages …',
  looking: 'Dirigez l’appareil photo vers une page.',
  found: 'Une page a été trouvée.',
  view: 'Image de l’appareil photo',
  offers: 'Ce que propose cette page',
  nothing: 'Cette page ne propose rien à ouvrir.',
  zones: 'Aussi sur cette page',
  CAMERA_LOST: 'L’appareil photo s’est arrêté. Autorisez-le de nouveau et rechargez cette page.',
  CAMERA_REFUSED:
    'Cette page ne peut pas utiliser l’appareil photo. Autorisez-le dans les réglages du navigateur et rechargez cette page.',
  NO_CAMERA:
    'Il n’y a pas d’appareil photo ici. Ouvrez cette page sur un téléphone, à une adresse qui commence par https.',
  NO_PACK_NAMED:
    'Aucune page n’est indiquée : donnez un lot avec un serveur et une clé, ou un lot avec sa clé publique.',
  PACK_AWAY: 'Les pages sont introuvables. Vérifiez le réseau, l’adresse et la clé du lot.',
  PACK_DAMAGED: 'Les pages sont endommagées. Rechargez cette page.',
  PACK_EXPIRED: 'Ces pages sont périmées. Connectez-vous au réseau et rechargez cette page.',
  PACK_FOREIGN:
    'Les pages viennent d’un autre serveur que celui attendu. La clé publique doit être celle du serveur qui les a faites.',
  PACK_INCOMPLETE: 'Les pages ne sont pas arrivées en entier. Rechargez cette page.',
  PACK_NEWER: 'Les pages sont plus récentes que cette page. Rechargez-la.',
  PACK_NOT_YET: 'Les pages sont d’une date postérieure à celle de cet appareil. Réglez son horloge.',
  ENGINE_FAILED: 'La reconnaissance a échoué. Rechargez cette page.',
  OUT_OF_MEMORY: 'La mémoire ne suffit pas. Fermez d’autres pages et rechargez cette page.',
  UNSUPPORTED_BROWSER: 'Ce navigateur ne peut pas reconnaître de pages. Utilisez-en un plus récent.',
  WORKER_AWAY:
    'La reconnaissance ne peut pas démarrer : worker.js doit se trouver à côté de loupe-scan.js, et la politique de la page doit l’autoriser.',
};

const OTHERS: Readonly<Record<string, Sentences>> = { de: GERMAN, fr: FRENCH };

/** @param language as a device says it, `de-CH`; English where there is no other */
export const sentenceOf = (key: SentenceKey, language: string): string =>
  (OTHERS[language.toLowerCase().split(/[-_]/)[0] ?? ''] ?? ENGLISH)[key];
