/** Operations that change the references of an application, or read what is stored of them. */
import { badInput } from '../../kernel/errors.js';
import { type EngineCall, type EngineOperation, NO_ERROR } from './operation.js';

/** Where nothing was done there is no task. */
const noTask = { task_id: 0 };

const modified = async ({ parameters, services }: EngineCall) =>
  services.applications.byKey(parameters.required('application_key'), 'modify');

export const modifyOperations: readonly EngineOperation[] = [
  {
    name: 'AddImage',
    families: ['modify'],
    successMessage: 'Image added to the reference database',
    failureMembers: noTask,
    handle: async (call) => {
      const { parameters, services, signal } = call;
      const application = await modified(call);
      const added = await services.references.add(application, {
        imageId: parameters.required('image_id'),
        image: parameters.file('image_content'),
        dna: await parameters.dna(),
        keywords: parameters.list('keywords') ?? [],
        signal,
      });
      return {
        task_id: added.changeNumber,
        grade: added.grade,
        grade_reason: added.gradeReason,
        near_duplicates: added.nearDuplicates.map(({ id }) => id),
      };
    },
  },
  {
    name: 'DeleteImage',
    families: ['modify'],
    successMessage: 'Image deleted from the reference database',
    failureMembers: noTask,
    handle: async (call) => {
      const application = await modified(call);
      const imageId = call.parameters.required('image_id');
      return { task_id: await call.services.references.remove(application, imageId) };
    },
  },
  {
    name: 'GetDnaById',
    families: ['modify'],
    successMessage: NO_ERROR,
    failureMembers: { dna: null },
    handle: async (call) => {
      const application = await modified(call);
      const id = call.parameters.required('image_id');
      const dna = await call.services.references.getDna(application, id);
      return { dna: { dna: dna.toString('base64'), id } };
    },
  },
  {
    name: 'GetTaskStatus',
    families: ['modify'],
    successMessage: NO_ERROR,
    failureMembers: {},
    handle: async (call) => {
      const { parameters, services } = call;
      const application = await modified(call);
      parameters.required('task_id');
      // Tasks are done when their call is answered.
      if (!(await services.references.isChangeMade(application, parameters.wholeNumber('task_id') ?? -1))) {
        throw badInput('task_id', 'there is no such task in this application');
      }
      return { task_status: 'Done', task_status_code: 0, task_status_message: '' };
    },
  },
];
