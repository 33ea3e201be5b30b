/**
 * Trains the vocabulary from a folder of gray pictures.
 *
 *   train-vocabulary <folder of .pgm files> <output file>
 */
#include <cstdio>
#include <exception>
#include <fstream>
#include <vector>

#include "core/features/features.h"
#include "tools/gray_files.h"
#include "tools/vocabulary_trainer.h"

namespace {

std::vector<loupe::features::Descriptor> CollectDescriptors(const std::vector<std::string>& paths) {
  std::vector<loupe::features::Descriptor> descriptors;
  for (size_t i = 0; i < paths.size(); ++i) {
    const loupe::image::GrayImage image = loupe::tools::ReadGrayFile(paths[i]);
    const loupe::features::Features features =
        loupe::features::ExtractFeatures(image.view(), loupe::features::ReferenceRequest());
    descriptors.insert(descriptors.end(), features.descriptors.begin(), features.descriptors.end());
    if ((i + 1) % 100 == 0 || i + 1 == paths.size()) {
      std::fprintf(stderr, "\r%zu of %zu pictures, %zu descriptors", i + 1, paths.size(), descriptors.size());
    }
  }
  std::fprintf(stderr, "\n");
  return descriptors;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: train-vocabulary <folder of .pgm files> <output file>\n");
    return 2;
  }
  try {
    const auto descriptors = CollectDescriptors(loupe::tools::ListGrayFiles(argv[1]));
    const loupe::tools::TrainedVocabulary trained = loupe::tools::TrainVocabulary(descriptors, {});
    const std::vector<uint8_t> bytes =
        loupe::index::EncodeVocabulary(trained.branches, trained.words, trained.masks);
    const loupe::index::Vocabulary vocabulary(trained.branches, trained.words, trained.masks);
    std::ofstream file(argv[2], std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) throw std::runtime_error("the vocabulary cannot be written");
    std::printf("vocabulary %08x from %zu descriptors\n", vocabulary.id(), descriptors.size());
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "train-vocabulary: %s\n", error.what());
    return 1;
  }
}
