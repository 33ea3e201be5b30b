import { inEveryLanguage, link, localized, owlNight } from './content.builders.js';
import type { DemoDocument } from './content.types.js';

/** The poster: one page. */
export const demoPoster: DemoDocument = {
  name: 'Poster: Night of the owls',
  defaultLanguage: 'fr-FR',
  contentType: 'image/jpeg',
  fileName: 'nuit-des-chouettes.jpg',
  title: localized('Night of the owls', 'La nuit des chouettes'),
  actions: [],
  pages: [
    {
      pageIndex: 0,
      name: 'Poster',
      title: localized('Night of the owls, 14 August', 'La nuit des chouettes, 14 août'),
      zones: [],
      actions: [
        link('Book a place', 'Réserver une place', 'owls'),
        {
          name: localized('Add to my calendar', 'Ajouter à mon agenda'),
          content: {
            'en-US': {
              type: 'VCALENDAR',
              content: owlNight('Night of the owls', 'Bring a torch with a red light.'),
            },
            'fr-FR': {
              type: 'VCALENDAR',
              content: owlNight('La nuit des chouettes', 'Apportez une lampe à lumière rouge.'),
            },
          },
        },
        {
          name: localized('Find the clearing', 'Trouver la clairière'),
          content: inEveryLanguage({ type: 'MAP', content: { Latitude: 45.4302, Longitude: 3.7011 } }),
        },
      ],
    },
  ],
};
