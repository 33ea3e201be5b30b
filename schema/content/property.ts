/** Properties: defaults of an element. */
import { propertyState } from '../../src/content/properties/property.service.js';
import { propertyTypes } from '../../src/content/properties/property.entity.js';
import { builder, enumType } from '../builder.js';
import { givenOrNull } from '../inputs.js';
import { arg, condition, deletion, problemMutation, seen, VERSION_DESCRIPTION } from '../mutations.js';
import { NodeInterface } from '../node.js';
import { Property, TreeNode } from '../refs.js';

const PropertyTypeEnum = enumType('PropertyType', {
  description: 'What a property is a default of.',
  values: propertyTypes,
});

Property.implement({
  description: 'A default of an element: a style for the titles or actions at or below it, or an icon.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    nodeId: t.exposeID('nodeId', { description: 'The element.' }),
    node: t.field({ type: TreeNode, description: 'The element.', resolve: ({ nodeId }) => nodeId }),
    type: t.field({
      type: PropertyTypeEnum,
      description: 'What it is a default of.',
      resolve: ({ type }) => type,
    }),
    name: t.exposeString('name', { description: 'Of a style: ActionStyle or TitleStyle.' }),
    value: t.exposeString('value', { nullable: true, description: 'The style, or the name of the icon.' }),
    version: t.string({
      description: VERSION_DESCRIPTION,
      resolve: (property) => propertyState(property).version,
    }),
  }),
});

const propertyFields = {
  nodeId: arg.id({ required: true, description: 'The element.' }),
  type: arg.field({ type: PropertyTypeEnum, required: true, description: 'What it is a default of.' }),
  name: arg.string({ required: true, description: 'Of a style: ActionStyle or TitleStyle.' }),
  value: arg.string({ description: 'The style, or the name of the icon.' }),
};

const PropertyPatch = builder.inputType('PropertyPatch', {
  description: 'What to change of a property.',
  fields: (t) => ({
    type: t.field({ type: PropertyTypeEnum, description: 'What it is a default of; its name must suit.' }),
    name: t.string({ description: 'Of a style: ActionStyle or TitleStyle.' }),
    value: t.string({ description: 'The style, or the name of the icon; null empties it.' }),
  }),
});

problemMutation('createProperty', {
  type: Property,
  description: 'Gives an element a default.',
  args: propertyFields,
  resolve: ({ nodeId, type, name, value }, { services, viewer }) =>
    services.properties.create(viewer, { nodeId, type, name, value: value ?? null }),
});

problemMutation('updateProperty', {
  type: Property,
  description: 'Changes the given members of a property.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the property.' }),
    patch: arg.field({ type: PropertyPatch, required: true, description: 'What to change.' }),
    ...condition,
  },
  resolve: ({ id, patch, ifVersion }, { services, viewer }) =>
    services.properties.patch(viewer, id, givenOrNull(patch, ['value']), seen(ifVersion)),
});

deletion('deleteProperty', {
  description: 'Deletes a property.',
  idDescription: 'Guid of the property.',
  work: ({ services, viewer }, id, precondition) => services.properties.delete(viewer, id, precondition),
});
