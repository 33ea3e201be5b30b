import { appleFair, inEveryLanguage, link, localized } from './content.builders.js';
import type { DemoDocument, PercentBox } from './content.types.js';

/** Where the picture of the tart lies: the page is drawn from this, and so is the zone. */
export const tartBox: PercentBox = {
  positionXPercent: 6,
  positionYPercent: 15,
  widthPercent: 52,
  heightPercent: 34,
};

/** Where the panel of the illustrated ingredients lies. */
export const ingredientsBox: PercentBox = {
  positionXPercent: 60,
  positionYPercent: 15,
  widthPercent: 34,
  heightPercent: 47,
};

/** The magazine: eight pages, two zones on the recipe, titles and actions in both languages. */
export const demoMagazine: DemoDocument = {
  name: 'Lisière no. 14',
  defaultLanguage: 'en-US',
  contentType: 'application/pdf',
  fileName: 'lisiere-14.pdf',
  title: localized('Lisière, the summer issue', 'Lisière, le numéro d’été'),
  actions: [link('Read the whole issue', 'Lire tout le numéro', 'issues/14')],
  pages: [
    {
      pageIndex: 0,
      name: 'Cover',
      title: localized('Dawn over the lake', 'L’aube sur le lac'),
      zones: [],
      actions: [
        link('Subscribe to Lisière', 'S’abonner à Lisière', 'subscribe'),
        {
          name: localized('Share this cover', 'Partager cette couverture'),
          content: {
            'en-US': {
              type: 'SHARE',
              content: {
                Url: 'https://lisiere.example/en/issues/14',
                Content: 'The summer issue of Lisière is out.',
              },
            },
            'fr-FR': {
              type: 'SHARE',
              content: {
                Url: 'https://lisiere.example/fr/issues/14',
                Content: 'Le numéro d’été de Lisière est paru.',
              },
            },
          },
        },
      ],
    },
    {
      pageIndex: 1,
      name: 'Herbarium',
      title: localized('The hedge in June', 'La haie en juin'),
      zones: [],
      actions: [
        link('Recognize these five plants', 'Reconnaître ces cinq plantes', 'hedge'),
        {
          name: localized('Write to our botanist', 'Écrire à notre botaniste'),
          content: {
            'en-US': {
              type: 'MAIL',
              content: {
                Address: 'herbarium@lisiere.example',
                Subject: 'A plant of my hedge',
                Content: 'Dear botanist, here is what grows near my house:',
              },
            },
            'fr-FR': {
              type: 'MAIL',
              content: {
                Address: 'herbarium@lisiere.example',
                Subject: 'Une plante de ma haie',
                Content: 'Chère botaniste, voici ce qui pousse près de chez moi :',
              },
            },
          },
        },
      ],
    },
    {
      pageIndex: 2,
      name: 'Seven Mills map',
      title: localized('The Seven Mills Walk', 'La vallée des Sept Moulins'),
      zones: [],
      actions: [
        {
          name: localized('Show the start of the walk', 'Voir le départ du sentier'),
          content: inEveryLanguage({ type: 'MAP', content: { Latitude: 45.4215, Longitude: 3.7189 } }),
        },
        link('Download the track', 'Télécharger la trace', 'seven-mills'),
      ],
    },
    {
      pageIndex: 3,
      name: 'Recipe',
      title: localized('Sunday tart', 'Tarte du dimanche'),
      actions: [link('Cook with the video', 'Cuisiner avec la vidéo', 'sunday-tart')],
      zones: [
        {
          ...tartBox,
          name: 'Tart',
          title: localized('The tart, from above', 'La tarte, vue d’en haut'),
          actions: [
            {
              name: localized('Invite friends for Sunday', 'Inviter des amis dimanche'),
              content: {
                'en-US': {
                  type: 'SMS',
                  content: { Number: '+33199001414', Content: 'Tart on Sunday at four. Bring an appetite.' },
                },
                'fr-FR': {
                  type: 'SMS',
                  content: {
                    Number: '+33199001414',
                    Content: 'Tarte dimanche à quatre heures. Venez affamés.',
                  },
                },
              },
            },
          ],
        },
        {
          ...ingredientsBox,
          name: 'Ingredients',
          title: localized('The basket: eight ingredients', 'Le panier : huit ingrédients'),
          actions: [
            link(
              'Put it all in my shopping list',
              'Tout mettre dans ma liste de courses',
              'sunday-tart/basket',
            ),
            {
              name: localized('Find a market', 'Trouver un marché'),
              content: {
                'en-US': { type: 'MAP', content: { SearchAddress: 'farmers market' } },
                'fr-FR': { type: 'MAP', content: { SearchAddress: 'marché de producteurs' } },
              },
            },
          ],
        },
      ],
    },
    {
      pageIndex: 4,
      name: 'City by night',
      title: localized('Midnight on the waterfront', 'Minuit sur les quais'),
      zones: [],
      actions: [
        link('Listen to the night', 'Écouter la nuit', 'midnight'),
        {
          name: localized('Call a night taxi', 'Appeler un taxi de nuit'),
          content: inEveryLanguage({ type: 'TEL', content: { Number: '+33199001415' } }),
        },
      ],
    },
    {
      pageIndex: 5,
      name: 'Fabrics',
      title: localized('Nine summer fabrics', 'Neuf tissus pour l’été'),
      zones: [],
      actions: [
        link('Order samples', 'Commander des échantillons', 'fabrics'),
        {
          name: localized('Keep the workshop’s card', 'Garder la carte de l’atelier'),
          content: inEveryLanguage({
            type: 'VCARD',
            content: {
              FirstName: 'Irène',
              LastName: 'Valmont',
              Organization: 'Atelier Lisière',
              Telephones: [{ Type: 'WORK', Number: '+33199001416' }],
              Addresses: [
                {
                  Type: 'WORK',
                  Street: '3 rue des Teinturiers',
                  City: 'Vernay',
                  ZipCode: '00140',
                  Country: 'France',
                },
              ],
              Emails: [{ Type: 'WORK', Email: 'atelier@lisiere.example' }],
            },
          }),
        },
      ],
    },
    {
      pageIndex: 6,
      name: 'Orchard',
      title: localized('A year in the orchard', 'Un an au verger'),
      zones: [],
      actions: [
        {
          name: localized('Note the apple fair', 'Noter la fête de la pomme'),
          content: {
            'en-US': {
              type: 'VCALENDAR',
              content: appleFair('Apple fair', 'Pressing, tasting and one ladder for all.'),
            },
            'fr-FR': {
              type: 'VCALENDAR',
              content: appleFair('Fête de la pomme', 'Pressage, dégustation et une échelle pour tous.'),
            },
          },
        },
        link('See the figures', 'Voir les chiffres', 'orchard'),
      ],
    },
    {
      pageIndex: 7,
      name: 'Back cover',
      title: localized('Lighthouse island', 'Île du Phare'),
      zones: [],
      actions: [
        link('Enter the draw', 'Participer au tirage', 'lighthouse'),
        {
          name: localized('Send your answer', 'Envoyer votre réponse'),
          content: {
            'en-US': {
              type: 'SMS',
              content: { Number: '+33199001414', Content: 'LIGHTHOUSE: my answer is ' },
            },
            'fr-FR': { type: 'SMS', content: { Number: '+33199001414', Content: 'PHARE : ma réponse est ' } },
          },
        },
      ],
    },
  ],
};
