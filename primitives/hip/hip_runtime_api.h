// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HIP's host functions, declared and never defined: a source file that has its own main() can so be
// compiled for the device as it is. With --cuda-device-only the host code is only parsed; whoever wants
// to run it needs ROCm's headers and library. The common part of the interface is here; enumerators
// have HIP's numbers.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include <hip/detail/work_items.h>

enum hipError_t {
  hipSuccess = 0,
  hipErrorInvalidValue = 1,
  hipErrorOutOfMemory = 2,
  hipErrorNotInitialized = 3,
  hipErrorInvalidDevice = 101,
  hipErrorNoDevice = 100,
  hipErrorNotReady = 600,
  hipErrorLaunchFailure = 719,
  hipErrorUnknown = 999,
};
enum hipMemcpyKind {
  hipMemcpyHostToHost = 0,
  hipMemcpyHostToDevice = 1,
  hipMemcpyDeviceToHost = 2,
  hipMemcpyDeviceToDevice = 3,
  hipMemcpyDefault = 4,
};
enum hipFuncAttribute { hipFuncAttributeMaxDynamicSharedMemorySize = 8 };
enum hipDeviceAttribute_t { hipDeviceAttributeMultiprocessorCount = 63, hipDeviceAttributeWarpSize = 87 };

using hipStream_t = struct ihipStream_t*;
using hipEvent_t = struct ihipEvent_t*;
using hipModule_t = struct ihipModule_t*;
using hipFunction_t = struct ihipModuleSymbol_t*;

/// The fields that programs print; the layout is not ROCm's.
struct hipDeviceProp_t {
  char name[256];
  char gcnArchName[256];
  size_t totalGlobalMem, sharedMemPerBlock;
  int multiProcessorCount, maxThreadsPerBlock, warpSize, clockRate, memoryClockRate, memoryBusWidth, major,
      minor;
};

extern "C" {
hipError_t hipGetDeviceCount(int* count);
hipError_t hipGetDevice(int* device);
hipError_t hipSetDevice(int device);
hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int device);
hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int device);
hipError_t hipDeviceSynchronize();
hipError_t hipDeviceReset();
hipError_t hipGetLastError();
hipError_t hipPeekAtLastError();
const char* hipGetErrorName(hipError_t error);
const char* hipGetErrorString(hipError_t error);
hipError_t hipFree(void* pointer);
hipError_t hipHostFree(void* pointer);
hipError_t hipMemcpy(void* destination, const void* source, size_t bytes, hipMemcpyKind kind);
hipError_t hipMemset(void* pointer, int value, size_t bytes);
hipError_t hipStreamCreate(hipStream_t* stream);
hipError_t hipStreamDestroy(hipStream_t stream);
hipError_t hipStreamSynchronize(hipStream_t stream);
hipError_t hipEventCreate(hipEvent_t* event);
hipError_t hipEventDestroy(hipEvent_t event);
hipError_t hipEventSynchronize(hipEvent_t event);
hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t start, hipEvent_t stop);
hipError_t hipModuleLoad(hipModule_t* module, const char* file);
hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t module, const char* name);
hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                 unsigned block_x, unsigned block_y, unsigned block_z, unsigned dynamic_lds,
                                 hipStream_t stream, void** parameters, void** extra);
hipError_t hipFuncSetAttribute(const void* function, hipFuncAttribute attribute, int value);
hipError_t hipLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t dynamic_lds,
                           hipStream_t stream);
/// What the compiler calls for `kernel<<<grid, block, lds, stream>>>(...)`.
hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t dynamic_lds = 0,
                                      hipStream_t stream = nullptr);
}

template <typename T>
hipError_t hipMalloc(T** pointer, size_t bytes);
template <typename T>
hipError_t hipHostMalloc(T** pointer, size_t bytes, unsigned flags = 0);
template <typename T>
hipError_t hipMallocManaged(T** pointer, size_t bytes, unsigned flags = 1);
template <typename T>
hipError_t hipMemcpyToSymbol(const T& symbol, const void* source, size_t bytes, size_t offset = 0,
                             hipMemcpyKind kind = hipMemcpyHostToDevice);
hipError_t hipMemcpyAsync(void* destination, const void* source, size_t bytes, hipMemcpyKind kind,
                          hipStream_t stream = nullptr);
hipError_t hipMemsetAsync(void* pointer, int value, size_t bytes, hipStream_t stream = nullptr);
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream = nullptr);

#define HIP_SYMBOL(name) name
#define hipLaunchKernelGGL(kernel, grid, block, lds, stream, ...) \
  (kernel<<<(grid), (block), (lds), (stream)>>>(__VA_ARGS__))
