// How the functions of subtle compute: an operation is made of plain values on the loop's thread, runs on the pool, and settles a
// promise with its bytes.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "crypto/job.h"
#include "crypto/secret.h"
#include "crypto/web/algorithm.h"

namespace nodecpp::crypto::detail {

// The bytes that an operation has computed, or nothing when it has failed. A check gives one byte, 0 or 1.
using Output = std::optional<Secret>;
// Called on any thread, and possibly twice.
using Operation = std::move_only_function<Output() const>;

// Runs `operation` on the pool. `take` makes the promise's value of its bytes on the loop's thread. The promise is rejected with
// an OperationError when the operation fails, and with what `take` throws.
template <class T, class Take>
void settle(const Resolver<T>& resolve, const Rejector& reject, Operation operation, Take take) {
  compute([operation = std::move(operation)] { return operation(); },
          [resolve, reject, take = std::move(take)](const Output& output) {
            try {
              if (!output) throw operationFailed();
              resolve(take(Octets(output->data(), output->size())));
            } catch (const Error& error) {
              reject(error);
            }
          });
}

// Returns a promise that `start` settles, or that is rejected with what it throws.
template <class T, class Start>
Promise<T> promised(Start start) {
  return Promise<T>([&](Resolver<T> resolve, Rejector reject) { start(resolve, reject); });
}

// Make the operations of one function. `algorithm` has been checked, and its kind is the key's. Throw the errors of the function.
Operation cipherOperation(const Checked& algorithm, const CryptoKey& key, Octets data, bool encrypts);
Operation signOperation(const Checked& algorithm, const CryptoKey& key, Octets data, const Octets* signature);
// `bits` is nothing for all bits.
Operation deriveOperation(const Checked& algorithm, const CryptoKey& baseKey, const std::optional<double>& bits);

// Import and export a key at once.
CryptoKey importNow(StringArg format, const KeyData& data, const Checked& algorithm, bool extractable, unsigned usages);
CryptoKey importKeyObject(const KeyObject& key, const Checked& algorithm, bool extractable, unsigned usages);
ExportedKey exportNow(StringArg format, const CryptoKey& key);

// Throws a SyntaxError unless all `usages` are among `allowed`.
void needUsages(const AlgorithmKind& kind, unsigned usages, unsigned allowed);

}  // namespace nodecpp::crypto::detail
