/** Operations that both families offer. */
import {
  type EngineCall,
  type EngineMembers,
  type EngineOperation,
  type Family,
  NO_ERROR,
} from './operation.js';

const AVAILABLE = 'available';

const readable = async ({ parameters, services }: EngineCall) =>
  services.applications.byKey(parameters.required('application_key'), 'query');

/** The database answered for the application and for its references, so both are available. */
const databaseStatus = async (call: EngineCall): Promise<EngineMembers> => {
  await call.services.references.count(await readable(call));
  return { application_db_status: AVAILABLE, main_db_status: AVAILABLE };
};

const indexStatus = async (call: EngineCall): Promise<EngineMembers> => ({
  nb_loaded_images: await call.services.references.count(await readable(call)),
});

function status(families: readonly Family[], handle: EngineOperation['handle']): EngineOperation {
  return { name: 'GetApplicationStatus', families, successMessage: NO_ERROR, failureMembers: {}, handle };
}

/** Without a family in the address the answer serves both. */
export const wholeStatus = status([], async (call) => ({
  ...(await databaseStatus(call)),
  ...(await indexStatus(call)),
}));

export const readOperations: readonly EngineOperation[] = [
  status(['modify'], databaseStatus),
  status(['query'], indexStatus),
  {
    name: 'GetImageById',
    families: ['modify', 'query'],
    successMessage: NO_ERROR,
    failureMembers: { image: null },
    handle: async (call) => {
      const application = await readable(call);
      const imageId = call.parameters.required('image_id');
      const { id, keywords } = await call.services.references.get(application, imageId);
      return { image: { keywords, score: 0, id, result_info: '' } };
    },
  },
];
